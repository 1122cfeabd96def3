import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WorkspaceId } from '../../src/contract/ids.ts';
import { createClaims } from '../../src/ingest/claims.ts';
import { startDrain } from '../../src/ingest/drain.ts';
import { openSpool } from '../../src/ingest/spool.ts';
import { overview } from '../../src/reports/overview.ts';
import { createReportRunner } from '../../src/reports/run-report.ts';
import { type Engine, startEngine } from '../../src/store/analytics/engine/start-engine.ts';
import { type Analytics, openAnalytics } from '../../src/store/analytics/open-analytics.ts';
import { openControl } from '../../src/store/control/open-control.ts';
import type { ApiResponse } from '../harness/api-client.ts';
import { settle } from '../harness/deployments.ts';
import { findQuietPort } from '../harness/quiet-port.ts';
import { type ServerProcess, spawnServer, startServerProcess } from '../harness/server-process.ts';
import { makeFolder, makeTenant, removeFolder } from './data-directory.ts';
import { createEngineGateway, type EngineGateway } from './engine-gateway.ts';
import { readHealth, untilHealth } from './health.ts';
import { findEnginePid, killProcess } from './processes.ts';
import { analyticsBounds, countStored, silent } from './stored-records.ts';

let folder = '';
const undo: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await makeFolder();
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  await removeFolder(folder);
});

async function startOwnEngine(): Promise<Engine> {
  const engine = await startEngine({ directory: join(folder, 'outside'), memoryLimitMb: 1024, log: silent });
  undo.push(() => engine.stop());
  return engine;
}

async function openOwnAnalytics(engine: Engine): Promise<Analytics> {
  const analytics = await openAnalytics({ ...analyticsBounds, ...engine });
  undo.push(() => analytics.close());
  return analytics;
}

async function startGateway(engine: Engine): Promise<EngineGateway> {
  const gateway = await createEngineGateway(engine);
  undo.push(() => gateway.shut());
  return gateway;
}

async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess({ FOOTFALL_DATA_DIR: folder, ...environment });
  undo.push(() => server.stop());
  return server;
}

/** The engine ends whenever a new one is found, until told to stop. */
function keepKillingEngine(server: ServerProcess): () => Promise<void> {
  let ending = false;
  const run = async () => {
    while (!ending) {
      const pid = findEnginePid(server.process.pid);
      if (pid !== undefined) killProcess(pid);
      await sleep(10);
    }
  };
  const running = run();
  const stop = async () => {
    ending = true;
    await running;
  };
  undo.push(stop);
  return stop;
}

it('takes records while the engine is away, refuses reports, and has all of them afterwards', async () => {
  const server = await startServer({});
  const tenant = await makeTenant(folder, server.url);
  const stopKilling = keepKillingEngine(server);
  await untilHealth(server.url, 503);

  for (let n = 0; n < 50; n += 1) {
    const { status } = await tenant.post('/pixel/events', { website_id: tenant.website, path: `/${n}` });
    expect(status).toBe(200);
  }
  const { status, body } = await tenant.get('/pixel/analytics/overview', { website_id: tenant.website });
  expect([status, body.error?.code]).toEqual([503, 'upstream_unavailable']);
  expect(await readHealth(server.url)).toMatchObject({ code: 503, status: 'degraded' });

  await stopKilling();
  await untilHealth(server.url, 200);
  await settle([server.url]);
  const [row] = await tenant.rows('/pixel/analytics/overview');
  expect(row).toMatchObject({ events_last_5m: '50' });
});

it('starts without its ClickHouse, takes records, and delivers them once when it comes', async () => {
  const engine = await startOwnEngine();
  const gateway = await startGateway(engine);
  const port = await findQuietPort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { FOOTFALL_DATA_DIR: folder, PORT: String(port), CLICKHOUSE_URL: gateway.url };
  const spawnHere = () => {
    const server = spawnServer(environment);
    undo.push(() => server.kill());
    return server;
  };

  const first = spawnHere();
  await untilHealth(url, 503);
  const tenant = await makeTenant(folder, url);
  const view = async (path: string) =>
    (await tenant.post('/pixel/events', { website_id: tenant.website, path })).status;
  expect(await view('/before the crash')).toBe(200);
  expect((await tenant.get('/pixel/analytics/overview', { website_id: tenant.website })).status).toBe(503);
  expect(await readHealth(url)).toEqual({ code: 503, status: 'starting', pending_records: 1 });
  await first.kill();

  spawnHere();
  await untilHealth(url, 503);
  expect(await view('/after the crash')).toBe(200);
  await gateway.open();
  await untilHealth(url, 200);
  await settle([url]);

  await gateway.shut();
  expect(await view('/away again')).toBe(200);
  expect((await readHealth(url)).status).toBe('degraded');
  await gateway.open();
  await untilHealth(url, 200);
  await settle([url]);
  const { hits } = await countStored(await openOwnAnalytics(engine));
  expect(hits).toEqual(
    new Map(Object.entries({ '/before the crash': 1, '/after the crash': 1, '/away again': 1 })),
  );
});

it('refuses records at the limit of the spool, stores none of them, and takes records again', async () => {
  const engine = await startOwnEngine();
  const gateway = await startGateway(engine);
  await gateway.open();
  const { url } = await startServer({ FOOTFALL_SPOOL_LIMIT_MB: '1', CLICKHOUSE_URL: gateway.url });
  const tenant = await makeTenant(folder, url);
  const { website } = tenant;
  await gateway.shut();

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

  await gateway.open();
  await untilHealth(url, 200);
  await settle([url]);
  expect((await tenant.post('/pixel/events', retried)).status).toBe(200);
  expect((await tenant.post('/pixel/events', { website_id: website, path: '/after' })).status).toBe(200);
  await settle([url]);
  const stored = await countStored(await openOwnAnalytics(engine));
  expect(stored.conversions).toEqual(accepted);
  expect(stored.hits).toEqual(new Map(Object.entries({ '/retried': 1, '/after': 1 })));
  expect(stored.payments.size + stored.identities.size).toBe(0);
});

it('says that data is delayed once an accepted record has waited for more than 10 seconds', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z');
  const clock = () => now;
  const engine = await startOwnEngine();
  const analytics = await openOwnAnalytics(engine);
  const control = await openControl({ sqlitePath: join(folder, 'control.sqlite') });
  undo.push(() => control.close());
  const spool = await openSpool({
    directory: join(folder, 'spool'),
    maximumBytes: 1e9,
    maximumBatchRecords: 100,
    clock,
  });
  undo.push(() => spool.close());
  const websites = { has: async () => true, publicIds: async () => [], ownDomains: async () => [] };
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
  await spool.append(() => ({ claims: [], rows: {} }));
  now += 10_000;
  expect(await readStatus()).toBe('ok');
  now += 1;
  expect(await readStatus()).toBe('delayed');

  const claims = createClaims(control);
  const drain = startDrain({ spool, analytics, claims, clock, log: silent, lingerMs: 0 });
  await drain.catchUp(60_000);
  await drain.stop();
  expect(await readStatus()).toBe('ok');
});
