import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createMember, type Member } from '../../harness/person.ts';
import { createDatabase } from '../../harness/postgres.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { type OwnServer, startOwnServer } from '../own-server.ts';

let server: OwnServer;
let ours: Tenant;
let owner: Member;
let other: pg.Client;

beforeAll(async () => {
  const { control } = inject('deployments')['two servers on PostgreSQL'];
  const databaseUrl = await createDatabase((control as { postgresUrl: string }).postgresUrl);
  server = await startOwnServer({ environment: { DATABASE_URL: databaseUrl } });
  ours = await server.tenant();
  owner = await createMember(server.control, [server.url], ours.workspaceId, 'owner');
  other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other?.end();
  await server?.stop();
});

async function untilSomebodyWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await other.query(waiting)).rowCount === 0) await sleep(10);
}

it('a funnel of a website that is deleted meanwhile is not made', async () => {
  const at = `/workspaces/${ours.workspaceId}`;
  const { id: websiteId } = (await owner.post(`${at}/websites`, { domains: ['gone.example'] })).body;
  await other.query('begin');
  await other.query('delete from websites where id = $1', [websiteId]);
  const making = owner.post(`${at}/funnels`, { websiteId, name: 'Gone', steps: ['page:/', 'page:/a'] });
  await untilSomebodyWaits();
  await other.query('commit');
  const { status, body } = await making;
  expect([status, body.error?.code]).toEqual([404, 'not_found']);
});

it('an alert that is deleted while it is changed is not found', async () => {
  const at = `/workspaces/${ours.workspaceId}/alerts`;
  const alert = { websiteId: ours.websiteUuid, name: 'Gone', metric: 'no_data', windowMinutes: 60 };
  const { id } = (await owner.post(at, alert)).body;
  await other.query('begin');
  await other.query('delete from alerts where id = $1', [id]);
  const changing = owner.send('PATCH', `${at}/${id}`, { name: 'Here' });
  await untilSomebodyWaits();
  await other.query('commit');
  const { status, body } = await changing;
  expect([status, body.error?.code]).toEqual([404, 'not_found']);
});
