import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, createPerson, password } from '../../harness/person.ts';
import { type OwnServer, startOwnServer } from '../own-server.ts';

let now = Date.UTC(2026, 4, 1);
let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer({ clock: () => now });
});
afterAll(() => server.stop());

const minute = 60_000;
const day = 24 * 60 * minute;
const email = 'ada@example.com';
const visitor = () => createPerson([server.url]);

async function signedIn() {
  const person = visitor();
  expect((await person.post('/sign-in', { email, password })).status).toBe(200);
  return person;
}

describe('an empty installation', () => {
  const given = {
    email,
    password,
    workspaceName: 'Acme',
    domain: 'https://www.acme.example/shop?from=mail',
    timezone: 'Europe/Berlin',
    currency: 'EUR',
  };

  it('is set up once, by whoever has the link that the server announced', async () => {
    const link = new URL(server.setUpLink ?? '');
    expect(link.origin + link.pathname).toBe(`${server.url}/set-up`);
    const token = link.searchParams.get('token') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);

    const ada = visitor();
    expect((await ada.get('/state')).body).toMatchObject({
      needsSetUp: true,
      mail: false,
      user: null,
      workspaces: [],
      mayCreateWorkspace: false,
    });
    const guessed = await ada.post('/set-up/check', { token: 'x'.repeat(43) });
    expect([guessed.status, guessed.body.error.code]).toEqual([403, 'invalid_set_up_token']);
    expect((await ada.post('/set-up/check', { token })).status).toBe(200);
    const wrong = await ada.post('/set-up', { ...given, token: 'x'.repeat(43) });
    expect([wrong.status, wrong.body.error.code]).toEqual([403, 'invalid_set_up_token']);
    for (const domain of ['not a domain', 'acme']) {
      const refused = await ada.post('/set-up', { ...given, token, domain });
      expect(refused.body.error.details.fieldErrors.domain).toEqual([expect.stringMatching(/write it/)]);
    }
    for (const bad of [
      { currency: 'Euro' },
      { email: 'ada' },
      { email: 'ada,bob@example.com' },
      { workspaceName: 'two\nlines' },
      { password: 'short' },
      { timezone: 'Mars' },
    ]) {
      const refused = await ada.post('/set-up', { ...given, token, ...bad });
      expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_body']);
    }
    expect((await ada.get('/state')).body.needsSetUp).toBe(true);

    const made = await ada.post('/set-up', { ...given, token });
    expect(made.status).toBe(201);
    const { body: state } = await ada.get('/state');
    expect(state).toEqual({
      needsSetUp: false,
      mail: false,
      publicUrl: null,
      version: expect.any(String),
      user: { id: expect.any(String), email, hasTotp: false },
      mayCreateWorkspace: true,
      workspaces: [
        {
          id: made.body.workspaceId,
          name: 'Acme',
          role: 'owner',
          retentionDays: null,
          timezone: 'Europe/Berlin',
          currency: 'EUR',
          websites: [
            {
              id: expect.any(String),
              websiteId: made.body.websiteId,
              domains: ['acme.example'],
              createdAt: expect.any(String),
            },
          ],
        },
      ],
    });
    for (const path of ['/set-up', '/set-up/check']) {
      const again = await visitor().post(path, { ...given, token });
      expect([again.status, again.body.error.code]).toEqual([409, 'already_set_up']);
    }
  });

  it('stores no token of a cookie or a link', async () => {
    const ada = await signedIn();
    const token = cookieOf(ada, 'footfall_sign_in') as string;
    const stored = JSON.stringify([
      await server.control.db.selectFrom('sign_ins').selectAll().execute(),
      await server.control.db.selectFrom('set_up_tokens').selectAll().execute(),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(new URL(server.setUpLink ?? '').searchParams.get('token'));
  });
});

describe('signing in', () => {
  it('lasts for thirty days after the last request', async () => {
    const ada = await signedIn();
    now += 29 * day;
    expect((await ada.get('/state')).body.user.email).toBe(email);
    now += 29 * day;
    expect((await ada.get('/state')).body.user.email).toBe(email);
    now += 31 * day;
    expect((await ada.get('/state')).body.user).toBeNull();
  });

  it('has to wait after ten failures of a person in a network, in all its browsers', async () => {
    const person = visitor();
    const wrong = { email: 'ADA@example.com ', password: 'wrong password' };
    for (let i = 0; i < 10; i++) {
      const { status, body } = await person.post('/sign-in', wrong);
      expect([status, body.error.code]).toEqual([401, 'invalid_credentials']);
    }
    const refused = await visitor().post('/sign-in', { email, password });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_sign_ins']);
    expect(refused.body.error.details).toEqual({ retryAfter: 15 });
    now += 15_000 - 1;
    expect((await person.post('/sign-in', { email, password })).status).toBe(429);
    now += 1;
    await signedIn();
    for (let i = 0; i < 15; i++) await signedIn();
  });

  it('is refused for a network that tries many people, whoever it asks for', async () => {
    now += 60 * minute;
    const people = Array.from({ length: 30 }, (_, i) => `person${i}@example.com`);
    const codes = await Promise.all(
      people.map(async (each) => (await visitor().post('/sign-in', { email: each, password })).status),
    );
    expect(codes).toEqual(people.map(() => 401));
    expect((await visitor().post('/sign-in', { email, password })).status).toBe(429);
    now += 5_000;
    await signedIn();
  });
});
