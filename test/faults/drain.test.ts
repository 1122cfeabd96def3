import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WorkspaceId } from '../../src/contract/ids.ts';
import { createClaims } from '../../src/ingest/claims.ts';
import { startDrain } from '../../src/ingest/drain.ts';
import { openSpool } from '../../src/ingest/spool.ts';
import { overview } from '../../src/reports/overview.ts';
import { createReportRunner } from '../../src/reports/run-report.ts';
import { openControl } from '../../src/store/control/open-control.ts';
import type { ApiResponse } from '../harness/api-client.ts';
import { settle } from '../harness/deployments.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import { makeFolder, makeTenant, removeFolder } from './data-directory.ts';
import { readHealth, untilHealth } from './health.ts';
import { keepKillingEngine } from './processes.ts';
import { openDataDirectory, readDataDirectory, silent } from './stored-records.ts';

let folder = '';
const undo: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await makeFolder();
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  await removeFolder(folder);
});

async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess({ FOOTFALL_DATA_DIR: folder, ...environment });
  undo.push(() => server.stop());
  return server;
}

function keepEngineAway(server: ServerProcess): () => Promise<void> {
  const stop = keepKillingEngine(server.process.pid);
  undo.push(stop);
  return stop;
}

it('takes records while the engine is away, refuses reports, and has all of them afterwards', async () => {
  const server = await startServer({});
  const tenant = await makeTenant(folder, server.url);
  const letEngineBack = keepEngineAway(server);
  await untilHealth(server.url, 503);

  for (let n = 0; n < 50; n += 1) {
    const { status } = await tenant.post('/pixel/events', { website_id: tenant.website, path: `/${n}` });
    expect(status).toBe(200);
  }
  const { status, body } = await tenant.get('/pixel/analytics/overview', { website_id: tenant.website });
  expect([status, body.error?.code]).toEqual([503, 'upstream_unavailable']);
  expect(await readHealth(server.url)).toMatchObject({ code: 503, status: 'degraded' });

  await letEngineBack();
  await untilHealth(server.url, 200);
  await settle([server.url]);
  const [row] = await tenant.rows('/pixel/analytics/overview');
  expect(row).toMatchObject({ events_last_5m: '50' });
});

it('refuses records at the limit of the spool, stores none of them, and takes records again', async () => {
  const server = await startServer({ FOOTFALL_SPOOL_LIMIT_MB: '1' });
  const { url } = server;
  const tenant = await makeTenant(folder, url);
  const { website } = tenant;
  const letEngineBack = keepEngineAway(server);
  await untilHealth(url, 503);

  const properties = { text: 'x'.repeat(20_000) };
  const accepted = new Map<string, number>();
  let refusal: ApiResponse | undefined;
  for (let n = 0; n < 100 && !refusal; n += 1) {
    const answer = await tenant.post('/pixel/goals', { website_id: website, goal_name: `g${n}`, properties });
    if (answer.status === 200) accepted.set(`g${n}`, 1);
    else refusal = answer;
  }
  expect([refusal?.status, refusal?.body.error.code]).toEqual([503, 'ingest_unavailable']);
  expect(accepted.size).toBeGreaterThan(10);
  const retried = { website_id: website, path: '/retried', event_id: 'e1' };
  const refused = [
    await tenant.post('/pixel/events', { website_id: website, path: '/refused' }),
    await tenant.post('/pixel/events', retried),
    await tenant.post('/pixel/payments', { website_id: website, transaction_id: 'refused', amount: 1 }),
    await tenant.post('/pixel/identify', { website_id: website, visitor_id: 'refused', external_id: 'x' }),
  ];
  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([
    [503, 'ingest_unavailable'],
    [503, 'ingest_unavailable'],
    [503, 'ingest_unavailable'],
    [503, 'identify_unavailable'],
  ]);

  await letEngineBack();
  await untilHealth(url, 200);
  await settle([url]);
  expect((await tenant.post('/pixel/events', retried)).status).toBe(200);
  expect((await tenant.post('/pixel/events', { website_id: website, path: '/after' })).status).toBe(200);
  await settle([url]);
  expect(await server.stop()).toBe(0);
  const stored = await readDataDirectory(folder);
  expect(stored.conversions).toEqual(accepted);
  expect(stored.hits).toEqual(new Map(Object.entries({ '/retried': 1, '/after': 1 })));
  expect(stored.payments.size + stored.identities.size).toBe(0);
});

it('says that data is delayed once an accepted record has waited for more than 10 seconds', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z');
  const clock = () => now;
  const analytics = await openDataDirectory(folder);
  undo.push(() => analytics.close());
  const control = await openControl({ sqlitePath: join(folder, 'control.sqlite') });
  undo.push(() => control.close());
  const spool = await openSpool({
    directory: join(folder, 'spool'),
    maximumBytes: 1e9,
    maximumBatchRecords: 100,
    clock,
  });
  undo.push(() => spool.close());
  const websites = {
    has: async () => true,
    publicIds: async () => [],
    ownDomains: async () => [],
    goals: async () => [],
  };
  const runner = createReportRunner({
    analytics,
    websites,
    clock,
    oldestPendingAt: async () => spool.oldestAcceptedAt(),
  });
  const readStatus = async () => {
    const reader = { workspaceId: 'w' as WorkspaceId, retentionDays: null };
    return (await runner.runRest(overview, reader, { website_id: 'ff_test' })).data_status;
  };

  expect(await readStatus()).toBe('ok');
  const place = { workspaceId: 'w' as WorkspaceId, websiteId: 'ff_other', ts: now, visitorId: 'v' };
  await spool.append({ claims: [], record: { kind: 'goal', ...place, name: 'goal' } });
  now += 10_000;
  expect(await readStatus()).toBe('ok');
  now += 1;
  expect(await readStatus()).toBe('delayed');

  const claims = createClaims(control);
  const drain = startDrain({ spool, analytics, claims, clock, log: silent, gatherMs: 0 });
  await drain.catchUp(60_000);
  await drain.stop();
  expect(await readStatus()).toBe('ok');
});
