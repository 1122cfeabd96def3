/** What no answer goes without, from the front page to what is no request at all. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, type Member } from '../harness/person.ts';
import type { Tenant } from '../harness/tenant.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';

/** The same for everyone; browsers may keep them, or ask whether they changed. */
const kept = ['/', '/sign-in', '/docs', '/footfall.js', '/api/v1/openapi.json'];

describe.each([
  ['by https', { FOOTFALL_PUBLIC_URL: 'https://stats.example.com' }, 'max-age=31536000'],
  ['by http', { FOOTFALL_PUBLIC_URL: 'http://stats.example.com' }, null],
])('every answer of a server that people reach %s', (_how, environment, transport) => {
  let server: OwnServer;
  let ours: Tenant;
  let owner: Member;
  beforeAll(async () => {
    server = await startOwnServer({ environment });
    ours = await server.tenant();
    owner = await createMember(server.control, [server.url], ours.workspaceId, 'owner');
  });
  afterAll(() => server.stop());

  type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: string };

  async function ask({ path, ...init }: Asked): Promise<Response> {
    const response = await fetch(server.url + path, init);
    await response.body?.cancel();
    return response;
  }

  function listAsked(): Asked[] {
    const key = { authorization: `Bearer ${ours.key}` };
    const json = { 'content-type': 'application/json' };
    const { cookie } = owner;
    const app = `/app/workspaces/${ours.workspaceId}`;
    const report = `website_id=${ours.website}&from_date=2026-01-01&to_date=2026-01-02`;
    return [
      ...kept.map((path) => ({ path })),
      { path: '/healthz' },
      { path: '/nothing' },
      { path: '/assets/nothing.js' },
      { path: '/%zz' },
      { path: '/api/v1/me' },
      { path: '/api/v1/me', headers: key },
      { path: '/api/v1/%zz', headers: key },
      { path: '/api/v1/nothing', headers: key },
      { path: '/api/v1/me', method: 'POST', headers: key },
      { path: `/api/v1/pixel/analytics/pages?${report}`, headers: key },
      { path: `/api/v1/pixel/analytics/pages?${report}&format=csv`, headers: key },
      { path: '/api/v1/pixel/events', method: 'POST', headers: { ...key, ...json }, body: '{' },
      { path: '/collect', method: 'OPTIONS' },
      { path: '/collect', method: 'POST', body: '{}' },
      { path: '/app/state' },
      { path: '/app/state', headers: { cookie } },
      { path: '/app/sign-in', method: 'POST', headers: json, body: '{}' },
      { path: `${app}/keys`, headers: { cookie } },
      { path: `${app}/api/me`, headers: { cookie } },
      { path: `${app}/export?website_id=${ours.website}`, headers: { cookie } },
      { path: `${app}/live?website_id=${ours.website}`, headers: { cookie } },
    ];
  }

  it('is taken for what it says, by https once it came so, and is kept by nobody', async () => {
    for (const asked of listAsked()) {
      const { headers, status } = await ask(asked);
      const seen = {
        sniff: headers.get('x-content-type-options'),
        transport: headers.get('strict-transport-security'),
        cache: headers.get('cache-control'),
      };
      const isKept = kept.includes(asked.path);
      const cache = isKept ? expect.stringMatching(/^(no-cache|public, )/) : 'no-store';
      expect({ asked, status, ...seen }).toEqual({ asked, status, sniff: 'nosniff', transport, cache });
    }
  });

  it('is so for what is no request', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write('nonsense\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('x-content-type-options: nosniff\r\n');
    expect(answer).toContain('cache-control: no-store\r\n');
    expect(answer.includes('strict-transport-security: max-age=31536000\r\n')).toBe(transport !== null);
  });
});
