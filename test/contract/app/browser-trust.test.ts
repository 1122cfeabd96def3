/** What a browser is told to keep and to send, and from which pages it is believed. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, createPerson, type Member, password } from '../../harness/person.ts';
import { type OwnServer, startOwnServer } from '../own-server.ts';

const publicHost = 'stats.example.com';
const byHttps = { 'x-forwarded-proto': 'https', 'x-forwarded-host': publicHost };
const secure = (name: string) =>
  new RegExp(`^__Host-footfall_${name}=[^;]+; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$`);
const plain = (name: string) =>
  new RegExp(`^footfall_${name}=[^;]+; Max-Age=\\d+; Path=/; HttpOnly; SameSite=Lax$`);

function useServer(environment: Record<string, string>) {
  let server: OwnServer;
  let ada: Member;
  beforeAll(async () => {
    server = await startOwnServer({ environment });
    ada = await createMember(server.control, [server.url], (await server.tenant()).workspaceId, 'owner');
  });
  afterAll(() => server.stop());
  const send = (path: string, body: unknown, headers: Record<string, string>, cookie = '') =>
    createPerson([server.url], cookie).send(body === undefined ? 'GET' : 'POST', path, body, headers);
  return {
    url: () => server.url,
    cookie: () => ada.cookie,
    send,
    signIn: (headers: Record<string, string> = {}) =>
      send('/sign-in', { email: ada.email, password }, headers),
  };
}

/** `fetch` would write the host itself. */
async function signOut(url: string, host: string, origin: string): Promise<unknown> {
  const asked = request(`${url}/app/sign-out`, { method: 'POST', headers: { host, origin } });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return JSON.parse(await text(answer)).error?.code ?? answer.statusCode;
}

describe('a server that people reach by https', () => {
  const { url, cookie, send, signIn } = useServer({ FOOTFALL_PUBLIC_URL: `https://${publicHost}` });

  it('sets cookies for https and this host alone, whatever the proxy says', async () => {
    for (const headers of [{}, { origin: `https://${publicHost}` }, byHttps]) {
      const { status, headers: answered } = await signIn(headers);
      expect(status).toBe(200);
      const [signedIn, device] = answered.getSetCookie();
      expect(signedIn).toMatch(secure('sign_in'));
      expect(device).toMatch(secure('device'));
    }
    const renewed = await send('/state', undefined, {}, cookie());
    expect(renewed.headers.getSetCookie()[0]).toMatch(secure('sign_in'));
    const [ended] = (await send('/sign-out', {}, {}, cookie())).headers.getSetCookie();
    expect(ended).toMatch(/^__Host-footfall_sign_in=; .*Path=\/.*Secure/);
  });

  it('takes no cookie that a page of a neighbour could have set', async () => {
    const { headers } = await signIn();
    const [pair] = (headers.getSetCookie()[0] as string).split(';', 1) as [string];
    expect((await send('/state', undefined, {}, pair)).body.user).not.toBeNull();
    const planted = pair.replace('__Host-', '');
    expect((await send('/state', undefined, {}, planted)).body.user).toBeNull();
  });

  it('believes no page of its own host that came by http', async () => {
    for (const origin of [
      `http://${publicHost}`,
      `https://${publicHost}:8443`,
      'https://example.com',
      'null',
    ]) {
      const answer = await signOut(url(), publicHost, origin);
      expect([origin, answer]).toEqual([origin, 'foreign_origin']);
    }
    const ownHost = new URL(url()).host;
    expect(await signOut(url(), publicHost, `https://${publicHost}`)).toBe(200);
    // A proxy that does not pass the host on, and a browser that asks the server itself.
    expect(await signOut(url(), ownHost, `https://${publicHost}`)).toBe(200);
    expect(await signOut(url(), ownHost, url())).toBe(200);
  });
});

describe('a server behind a trusted proxy', () => {
  const { url, cookie, send, signIn } = useServer({ FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' });

  it('goes by the protocol and the host that the browser asked', async () => {
    const origin = `https://${publicHost}`;
    const [cookieSet] = (await signIn({ ...byHttps, origin })).headers.getSetCookie();
    expect(cookieSet).toMatch(secure('sign_in'));
    for (const foreign of [url(), `http://${publicHost}`]) {
      const { body } = await send('/sign-out', {}, { ...byHttps, origin: foreign }, cookie());
      expect([foreign, body.error?.code]).toEqual([foreign, 'foreign_origin']);
    }
    const [plainlySet] = (await signIn()).headers.getSetCookie();
    expect(plainlySet).toMatch(plain('sign_in'));
  });
});

describe('a server that is told nothing', () => {
  const { url, send, signIn } = useServer({});

  it('sets plain cookies by http, and secure ones for pages that came by https', async () => {
    const [signedIn, device] = (await signIn()).headers.getSetCookie();
    expect(signedIn).toMatch(plain('sign_in'));
    expect(device).toMatch(plain('device'));
    const { headers } = await signIn({ origin: url().replace('http:', 'https:') });
    const [secured] = headers.getSetCookie() as [string];
    expect(secured).toMatch(secure('sign_in'));
    const [pair] = secured.split(';', 1) as [string];
    const renewed = await send('/state', undefined, {}, pair);
    expect(renewed.headers.getSetCookie()[0]).toMatch(secure('sign_in'));
  });
});
