/** An attacker who knows an owner's address and tries passwords to make the owner wait. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from '../../harness/mailbox.ts';
import { cookieOf, createMember, type Member, type Person, password } from '../../harness/person.ts';
import { runCli } from '../../harness/server-process.ts';
import { describeOwnServers } from './describe-own-servers.ts';

const office = '203.0.113.5';
const elsewhere = '198.51.100.9';
const next = 'another horse battery';
const deviceCookie = '__Host-footfall_device';
const hourMs = 3_600_000;

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox.close());

const environment = async () => mailbox.environment;

describeOwnServers('an owner', { environment }, ({ urls, control, tenant, time, browserAt, ...own }) => {
  let ada: Member;

  beforeEach(async () => {
    // What the test before has counted is forgotten.
    time.now += hourMs;
    ada = await createMember(control(), urls(), (await tenant()).workspaceId, 'owner', time.now);
  });

  async function signIn(person: Person, given: string = password): Promise<unknown> {
    const { status, body } = await person.post('/sign-in', { email: ada.email, password: given });
    return body.error?.code ?? status;
  }

  /** Wrong passwords, until the server looks at no more. */
  async function attackFrom(address: string): Promise<void> {
    const tries = Array.from({ length: 12 }, () => signIn(browserAt(address), 'wrong password'));
    const answers = await Promise.all(tries);
    expect(answers.filter((answer) => answer === 'invalid_credentials')).toHaveLength(10);
    expect(answers.filter((answer) => answer === 'too_many_sign_ins')).toHaveLength(2);
  }

  it('signs in from every other network, however often a stranger tries', async () => {
    await attackFrom(elsewhere);
    expect(await signIn(browserAt(elsewhere))).toBe('too_many_sign_ins');
    expect(await signIn(browserAt(office))).toBe(200);
  });

  it('signs in with a browser that was used before, in the same network too', async () => {
    const known = browserAt(office);
    expect(await signIn(known)).toBe(200);
    await known.post('/sign-out');
    expect(cookieOf(known, deviceCookie)).toBeDefined();
    await attackFrom(office);
    expect(await signIn(browserAt(office))).toBe('too_many_sign_ins');
    expect(await signIn(known)).toBe(200);
  });

  it('is known by their own browsers alone, which cannot guess for ever either', async () => {
    const { workspaceId } = await tenant();
    const eve = await createMember(control(), urls(), workspaceId, 'owner', time.now);
    const evesBrowser = browserAt(office);
    await evesBrowser.post('/sign-in', { email: eve.email, password });
    await attackFrom(office);
    const token = cookieOf(evesBrowser, deviceCookie) as string;
    const [name, signature] = token.split('.') as [string, string];
    for (const forged of [token, name, `${name}.`, `.${signature}`, `${name}.${'A'.repeat(43)}`, '.', '']) {
      const person = browserAt(office, `${deviceCookie}=${forged}`);
      expect([forged, await signIn(person)]).toEqual([forged, 'too_many_sign_ins']);
    }
    const known = browserAt(elsewhere);
    await signIn(known);
    const tries = Array.from({ length: 10 }, () =>
      signIn(browserAt(elsewhere, known.cookie), 'wrong password'),
    );
    expect(await Promise.all(tries)).toEqual(tries.map(() => 'invalid_credentials'));
    expect(await signIn(known)).toBe('too_many_sign_ins');
    expect(await signIn(browserAt(elsewhere))).toBe(200);
  });

  it('waits for seconds after ten wrong tries, and for longer after more of them', async () => {
    const person = browserAt(office);
    await Promise.all(Array.from({ length: 10 }, () => signIn(browserAt(office), 'wrong password')));
    for (const seconds of [15, 30, 60]) {
      const { status, body } = await person.post('/sign-in', { email: ada.email, password });
      expect([status, body.error.details]).toEqual([429, { retryAfter: seconds }]);
      time.now += seconds * 1000;
      expect(await signIn(person, 'wrong password')).toBe('invalid_credentials');
    }
    time.now += 120_000;
    expect(await signIn(person)).toBe(200);
  });

  it('has a new password by mail, and is let in with it at once while the attack goes on', async () => {
    await attackFrom(office);
    const person = browserAt(elsewhere);
    await person.post('/password-resets', { email: ada.email });
    const [, token] = /\/reset\/([\w-]{43})/.exec(await mailbox.next()) ?? [];
    const here = browserAt(office);
    expect((await here.post(`/password-resets/${token}`, { password: next })).status).toBe(200);
    expect(await signIn(browserAt(office), next)).toBe(200);
    await attackFrom(office);
    expect(await signIn(browserAt(office), next)).toBe('too_many_sign_ins');
    expect(await signIn(here, next)).toBe(200);
  });

  it('has a new password from the command line, and is let in with it at once', async () => {
    await attackFrom(office);
    const words = ['user', 'reset-password', '--email', ada.email, '--generate', '--json'];
    const { code, stdout, stderr } = await runCli(words, own.environment());
    expect([code, stderr]).toEqual([0, '']);
    const { password: generated } = JSON.parse(stdout) as { password: string };
    expect(await signIn(browserAt(office), generated)).toBe(200);
  });

  it('who is signed in changes the password and the second factor, whatever is tried at the door', async () => {
    await attackFrom(office);
    expect((await ada.post('/totp', { password })).status).toBe(200);
    expect((await ada.send('DELETE', '/totp', { password })).status).toBe(200);
    expect((await ada.post('/password', { current: password, next })).status).toBe(200);
  });

  it('is not kept waiting by whoever guesses in a browser that they left open', async () => {
    const leftOpen = browserAt(office);
    await signIn(leftOpen);
    const change = (person: Person, current: string) => person.post('/password', { current, next });
    for (let i = 0; i < 10; i++) {
      expect((await change(leftOpen, 'wrong password')).body.error.code).toBe('wrong_password');
    }
    expect((await change(leftOpen, password)).body.error.code).toBe('too_many_sign_ins');
    expect((await leftOpen.post('/totp', { password })).body.error.code).toBe('too_many_sign_ins');
    expect((await change(ada, password)).status).toBe(200);
  });

  it('is slowed down by tries from everywhere, for a minute at most and in unknown browsers alone', async () => {
    const known = browserAt(office);
    await signIn(known);
    // Ten at a time: a busy machine would not get round to a hundred before it gives up on some.
    for (let first = 0; first < 100; first += 10) {
      const networks = Array.from({ length: 10 }, (_, i) => `192.0.2.${first + i}`);
      const tries = networks.map((address) => signIn(browserAt(address), 'wrong password'));
      expect(await Promise.all(tries)).toEqual(tries.map(() => 'invalid_credentials'));
    }
    const { body } = await browserAt(elsewhere).post('/sign-in', { email: ada.email, password });
    expect(body.error).toMatchObject({ code: 'too_many_sign_ins', details: { retryAfter: 5 } });
    expect(await signIn(known)).toBe(200);
    for (let i = 100; i < 110; i++) {
      time.now += 60_000;
      expect(await signIn(browserAt(`192.0.2.${i}`), 'wrong password')).toBe('invalid_credentials');
    }
    time.now += 60_000;
    expect(await signIn(browserAt(elsewhere))).toBe(200);
  });
});
