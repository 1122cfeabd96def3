import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMember, type Member, password } from '../../harness/person.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { type OwnServer, startOwnServer } from '../own-server.ts';

const begin = Date.UTC(2026, 2, 10, 9, 30, 17, 250);
const limit = 20;

let now = begin;
let server: OwnServer;
let tenant: Tenant;

beforeAll(async () => {
  server = await startOwnServer({
    clock: () => now,
    environment: { FOOTFALL_REQUESTS_PER_PERSON: String(limit) },
  });
  tenant = await server.tenant();
});
afterAll(() => server.stop());

const createViewer = () => createMember(server.control, [server.url], tenant.workspaceId, 'viewer', now);

/** Of each kind of route that is behind a sign-in. */
function askSomething(person: Member, n: number) {
  const ofWorkspace = `/workspaces/${tenant.workspaceId}`;
  const paths = ['/state', '/sign-ins', `${ofWorkspace}/api/pixel/websites`, `${ofWorkspace}/funnels`];
  return person.get(paths[n % paths.length] as string);
}

async function useUp(person: Member): Promise<void> {
  for (let n = 0; n < limit; n += 1) {
    expect((await askSomething(person, n)).status).toBe(200);
  }
}

it('ends at so many requests of a person in a minute, whatever they ask for', async () => {
  now = begin;
  const viewer = await createViewer();
  const other = await createViewer();
  await useUp(viewer);
  now += 20_000;
  for (let n = 0; n < 4; n += 1) {
    const { status, body, headers } = await askSomething(viewer, n);
    expect([status, body.error.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(body.error.details).toEqual({ limit, window: '1 minute', retryAfter: 40 });
    expect(headers.get('retry-after')).toBe('40');
  }
  expect((await askSomething(other, 2)).status).toBe(200);
  now += 40_000;
  expect((await askSomething(viewer, 2)).status).toBe(200);
});

it('is not lifted by signing in once more', async () => {
  now += 60_000;
  const viewer = await createViewer();
  await useUp(viewer);
  const signIn = { email: viewer.email, password };
  expect((await viewer.post('/sign-in', signIn)).status).toBe(429);
  viewer.cookie = '';
  await viewer.post('/sign-in', signIn);
  expect(viewer.cookie).not.toBe('');
  expect((await askSomething(viewer, 2)).status).toBe(429);
});
