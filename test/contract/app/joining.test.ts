/** Somebody with the link of an invitation, who wants to learn who else has an account. */
import { beforeEach, expect, it } from 'vitest';
import { createMember, type Member, password } from '../../harness/person.ts';
import { describeOwnServers } from './describe-own-servers.ts';

const home = '203.0.113.5';
const hourMs = 3_600_000;
const next = 'another horse battery';
let strangers = 0;

describeOwnServers('an invitation', {}, ({ urls, control, tenant, time, browserAt }) => {
  let owner: Member;
  let known: Member;
  let at: string;

  beforeEach(async () => {
    time.now += hourMs;
    const { workspaceId } = await tenant();
    at = `/workspaces/${workspaceId}`;
    owner = await createMember(control(), urls(), workspaceId, 'owner', time.now);
    known = await createMember(control(), urls(), (await tenant()).workspaceId, 'owner', time.now);
  });

  const unknown = () => `stranger-${++strangers}-${process.pid}@example.com`;

  async function invite(email?: string): Promise<string> {
    const { status, body } = await owner.post(`${at}/invitations`, {
      role: 'member',
      ...(email && { email }),
    });
    expect(status).toBe(201);
    return `/invitations/${new URL(body.link).pathname.replace('/invite/', '')}`;
  }

  it('shows the same for an address that has an account and one that has none', async () => {
    const shown = await Promise.all(
      [known.email, unknown()].map(async (email) => {
        const { status, body } = await browserAt(home).get(await invite(email));
        return [status, { ...body, email: body.email === email }];
      }),
    );
    expect(shown[0]).toEqual([200, { workspaceName: 'Tests', role: 'member', email: true }]);
    expect(shown[1]).toEqual(shown[0]);
  });

  it('answers a sign-up the same, and leaves an account that exists as it is', async () => {
    const signUps = [
      [await invite(known.email), known.email],
      [await invite(unknown()), undefined],
      [await invite(), known.email],
      [await invite(), unknown()],
    ] as const;
    for (const [path, given] of signUps) {
      const email = given ?? (await browserAt(home).get(path)).body.email;
      const { status, body, headers } = await browserAt(home).post(`${path}/account`, {
        email,
        password: next,
      });
      expect([status, body, headers.getSetCookie()]).toEqual([200, {}, []]);
    }
    const signIn = (given: string) =>
      browserAt(home).post('/sign-in', { email: known.email, password: given });
    expect((await signIn(next)).body.error.code).toBe('invalid_credentials');
    expect((await signIn(password)).status).toBe(200);
  });

  it('that is open to all is for the first address that is tried, whether somebody has it or not', async () => {
    for (const first of [known.email, unknown()]) {
      const path = `${await invite()}/account`;
      expect((await browserAt(home).post(path, { email: first, password: next })).status).toBe(200);
      for (const second of [owner.email, unknown()]) {
        const refused = await browserAt(home).post(path, { email: second, password: next });
        expect([refused.status, refused.body.error.code]).toEqual([403, 'other_recipient']);
      }
      expect((await browserAt(home).post(path, { email: first, password: next })).status).toBe(200);
    }
  });

  it('takes few sign-ups, from wherever they come', async () => {
    const path = `${await invite()}/account`;
    const email = unknown();
    for (let i = 0; i < 5; i++) {
      const made = await browserAt(`192.0.2.${i}`).post(path, { email, password: next });
      expect(made.status).toBe(200);
    }
    const refused = await browserAt('192.0.2.9').post(path, { email, password: next });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_sign_ins']);
    expect(refused.body.error.details).toEqual({ retryAfter: 15 });
  });

  it('lets in who made an account with it, and who had one, each after their sign-in', async () => {
    const newcomer = unknown();
    for (const [email, secret] of [
      [newcomer, next],
      [known.email, password],
    ] as const) {
      const path = await invite(email);
      const person = browserAt(home);
      await person.post(`${path}/account`, { email: email.toUpperCase(), password: next });
      expect((await person.post(path)).body.error.code).toBe('not_signed_in');
      expect((await person.post('/sign-in', { email, password: secret })).status).toBe(200);
      expect((await person.post(path)).status).toBe(200);
      expect((await person.post(path)).body.error.code).toBe('invalid_link');
      const { body } = await person.get('/state');
      const roles = body.workspaces.map(({ id, role }: { id: string; role: string }) => [
        `/workspaces/${id}`,
        role,
      ]);
      expect(roles).toContainEqual([at, 'member']);
    }
  });
});
