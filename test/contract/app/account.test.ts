import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from '../../harness/mailbox.ts';
import { createMember, createPerson, type Member, password } from '../../harness/person.ts';
import { type OwnServer, startOwnServer } from '../own-server.ts';

const minute = 60_000;
let now = Date.UTC(2026, 4, 1, 12);
let server: OwnServer;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startOwnServer({
    clock: () => now,
    environment: { ...mailbox.environment, FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' },
  });
});
afterAll(async () => {
  await server.stop();
  await mailbox.close();
});

async function newOwner(): Promise<Member> {
  const { workspaceId } = await server.tenant();
  const member = await createMember(server.control, [server.url], workspaceId, 'owner', now);
  await signIn(member);
  return member;
}

async function signIn(person: Member, more: object = {}) {
  const visitor = createPerson([server.url]);
  const answer = await visitor.post('/sign-in', { email: person.email, password, ...more });
  if (answer.status === 200) person.cookie = visitor.cookie;
  return [answer.status, answer.body.error?.code];
}

describe('the second factor', () => {
  const codeAt = (secret: string, time: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time });

  it('is asked for once it is confirmed, and each code works once', async () => {
    const ada = await newOwner();
    expect((await ada.post('/totp')).body.error.code).toBe('invalid_body');
    const wrong = await ada.post('/totp', { password: 'something else' });
    expect([wrong.status, wrong.body.error.code]).toEqual([403, 'wrong_password']);
    expect((await ada.post('/totp/confirm', { code: '000000' })).body.error.code).toBe('totp_not_started');
    const { body: started } = await ada.post('/totp', { password });
    expect(started.uri).toContain(`secret=${started.secret}`);
    expect(started.qr).toEqual({
      size: expect.any(Number),
      path: expect.stringMatching(/^M\d+ \d+h1v1h-1z/),
    });
    expect(await signIn(ada)).toEqual([200, undefined]);
    expect((await ada.post('/totp/confirm', { code: '000000' })).body.error.code).toBe('invalid_totp');
    const first = codeAt(started.secret, now);
    const { body: confirmed } = await ada.post('/totp/confirm', { code: first });
    expect(confirmed.recoveryCodes).toHaveLength(10);
    expect(new Set(confirmed.recoveryCodes).size).toBe(10);
    expect((await ada.get('/state')).body.user.hasTotp).toBe(true);
    expect((await ada.post('/totp', { password })).body.error.code).toBe('totp_active');

    expect(await signIn(ada)).toEqual([401, 'totp_required']);
    expect(await signIn(ada, { code: first })).toEqual([401, 'invalid_totp']);
    now += 30_000;
    const second = codeAt(started.secret, now);
    expect(await signIn(ada, { password: 'something else', code: second })).toEqual([
      401,
      'invalid_credentials',
    ]);
    const both = await Promise.all([signIn(ada, { code: second }), signIn(ada, { code: second })]);
    expect(both.map(([status]) => status).sort()).toEqual([200, 401]);

    const [recovery] = confirmed.recoveryCodes;
    expect(recovery).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(await signIn(ada, { code: recovery.toUpperCase().replaceAll('-', ' ') })).toEqual([
      200,
      undefined,
    ]);
    expect(await signIn(ada, { code: recovery })).toEqual([401, 'invalid_totp']);
    const stored = JSON.stringify(await server.control.db.selectFrom('recovery_codes').selectAll().execute());
    expect(stored).not.toContain(confirmed.recoveryCodes[1].replaceAll('-', ''));

    const off = (given: string) => ada.send('DELETE', '/totp', { password: given });
    expect((await off('something else')).body.error.code).toBe('wrong_password');
    expect((await off(password)).status).toBe(200);
    expect(await signIn(ada)).toEqual([200, undefined]);
  });

  it('cannot be guessed by asking without a code in between', async () => {
    const ada = await newOwner();
    const { body: started } = await ada.post('/totp', { password });
    await ada.post('/totp/confirm', { code: codeAt(started.secret, now) });
    for (let i = 0; i < 10; i++) {
      expect(await signIn(ada)).toEqual([401, 'totp_required']);
      expect(await signIn(ada, { code: 'wrong' })).toEqual([401, 'invalid_totp']);
    }
    const right = codeAt(started.secret, now + 30_000);
    expect(await signIn(ada, { code: right })).toEqual([429, 'too_many_sign_ins']);
    now += 30_000;
    expect(await signIn(ada, { code: right })).toEqual([200, undefined]);
  });
});

describe('the sign-ins of a person', () => {
  it('are listed and ended one by one, or all others at once', async () => {
    const ada = await newOwner();
    const first = createPerson([server.url], ada.cookie);
    now += 1000;
    await signIn(ada);
    const { body: listed } = await ada.get('/sign-ins');
    expect(listed[0]).toEqual({
      id: expect.any(String),
      current: true,
      createdAt: expect.any(String),
      lastSeenAt: new Date(now).toISOString(),
      browser: '',
      operatingSystem: '',
      country: '',
    });
    const other = await newOwner();
    expect((await other.send('DELETE', `/sign-ins/${listed[0].id}`)).status).toBe(404);
    const old = listed.find(({ current }: { current: boolean }) => !current);
    expect((await ada.send('DELETE', `/sign-ins/${old.id}`)).status).toBe(200);
    expect((await ada.send('DELETE', '/sign-ins')).status).toBe(200);
    expect((await first.get('/sign-ins')).status).toBe(401);
    expect((await ada.get('/sign-ins')).body).toHaveLength(1);
  });

  it('end when the password changes, but for the one that changed it', async () => {
    const ada = await newOwner();
    const thief = createPerson([server.url], ada.cookie);
    await signIn(ada);
    const wrong = await ada.post('/password', { current: 'something else', next: 'a new password' });
    expect([wrong.status, wrong.body.error.code]).toEqual([403, 'wrong_password']);
    const short = await ada.post('/password', { current: password, next: 'short' });
    expect(short.body.error.details.fieldErrors).toHaveProperty('next');
    expect((await ada.post('/password', { current: password, next: 'a new password' })).status).toBe(200);
    expect((await thief.get('/sign-ins')).status).toBe(401);
    expect((await ada.get('/sign-ins')).body).toHaveLength(1);
    expect(await signIn(ada)).toEqual([401, 'invalid_credentials']);
    expect(await signIn(ada, { password: 'a new password' })).toEqual([200, undefined]);
  });
});

describe('mail', () => {
  it('brings a link that sets a new password once, within an hour, and ends all sign-ins', async () => {
    const ada = await newOwner();
    const visitor = createPerson([server.url]);
    const ask = (email: string) => visitor.post('/password-resets', { email });
    expect((await ask('nobody@example.com')).status).toBe(202);
    expect((await ask(ada.email.toUpperCase())).status).toBe(202);
    const mail = await mailbox.next();
    expect(mail).toContain(`To: ${ada.email}`);
    expect(mail).toContain('From: Footfall <footfall@example.com>');
    const [, token] = /https:\/\/stats\.example\.com\/reset\/([\w-]{43})/.exec(mail) ?? [];
    const reset = (given: string, next: string) =>
      visitor.post(`/password-resets/${given}`, { password: next });
    expect((await reset('x'.repeat(43), 'a new password')).body.error.code).toBe('invalid_link');
    expect((await reset(token as string, 'short')).body.error.code).toBe('invalid_body');
    expect((await reset(token as string, 'a new password')).status).toBe(200);
    expect((await ada.get('/sign-ins')).status).toBe(401);
    expect((await reset(token as string, 'another password')).body.error.code).toBe('invalid_link');
    expect(await signIn(ada, { password: 'a new password' })).toEqual([200, undefined]);

    await ask(ada.email);
    const [, late] = /\/reset\/([\w-]{43})/.exec(await mailbox.next()) ?? [];
    now += 60 * minute;
    expect((await reset(late as string, 'a third password')).body.error.code).toBe('invalid_link');
  });

  it('is not sent again and again to one address', async () => {
    const ada = await newOwner();
    for (let i = 0; i < 5; i++) {
      expect((await createPerson([server.url]).post('/password-resets', { email: ada.email })).status).toBe(
        202,
      );
    }
    for (let i = 0; i < 3; i++) await mailbox.next();
    const links = await server.control.db
      .selectFrom('password_resets')
      .select('fingerprint')
      .where('user_id', '=', ada.userId)
      .execute();
    expect(links).toHaveLength(3);
  });

  it('brings invitations, which are too old after a week', async () => {
    const ada = await newOwner();
    const [{ id }] = (await ada.get('/state')).body.workspaces;
    const asked = await ada.post(`/workspaces/${id}/invitations`, {
      email: 'Bob@example.com',
      role: 'member',
    });
    const mail = await mailbox.next();
    expect(mail).toContain('To: bob@example.com');
    expect(mail).toContain(asked.body.link);
    expect(asked.body.link).toMatch(/^https:\/\/stats\.example\.com\/invite\/[\w-]{43}$/);
    now += 7 * 24 * 60 * minute;
    const path = `/invitations/${asked.body.link.split('/').at(-1)}/account`;
    const given = { email: 'bob@example.com', password };
    const late = await createPerson([server.url]).post(path, given);
    expect([late.status, late.body.error.code]).toEqual([404, 'invalid_link']);
    expect((await createPerson([server.url]).get('/state')).body.mail).toBe(true);
  });
});
