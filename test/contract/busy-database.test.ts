import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase } from '../harness/postgres.ts';
import type { Tenant } from '../harness/tenant.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';

/** More than a server has connections. */
const requests = 30;

let server: OwnServer;
let tenant: Tenant;
let other: pg.Client;

beforeAll(async () => {
  const { control } = inject('deployments')['two servers on PostgreSQL'];
  const databaseUrl = await createDatabase((control as { postgresUrl: string }).postgresUrl);
  server = await startOwnServer({ environment: { DATABASE_URL: databaseUrl } });
  tenant = await server.tenant();
  other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other?.end();
  await server?.stop();
});

it('answers 503 and when to come again while all connections are in use, and goes on afterwards', async () => {
  await other.query('begin; lock table api_keys in access exclusive mode');
  const asked = Array.from({ length: requests }, () => tenant.get('/pixel/websites'));
  const refused = await Promise.race(asked);
  await other.query('rollback');
  expect(refused.status).toBe(503);
  expect(refused.body.error).toMatchObject({ code: 'service_unavailable', details: { retryAfter: 5 } });
  expect(refused.headers.get('retry-after')).toBe('5');
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect((await tenant.get('/pixel/websites')).status).toBe(200);
});
