import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openClickHouse } from '../../src/store/analytics/clickhouse/open-clickhouse.ts';
import { makeFolder, makeTenant, removeFolder } from '../faults/data-directory.ts';
import { readHealth, untilHealth } from '../faults/health.ts';
import { countStored, type StoredRecords } from '../faults/stored-records.ts';
import { type Cluster, startCluster } from '../harness/clickhouse/cluster.ts';
import { settle } from '../harness/deployments.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import type { Tenant } from '../harness/tenant.ts';
import { bounds, canKill } from './layouts.ts';

/** A server on a cluster of two shards, one of which dies. */

let folder = '';
let cluster: Cluster;
let server: ServerProcess;
let tenant: Tenant;
const undo: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  if (!canKill) return;
  folder = await makeFolder();
  undo.push(() => removeFolder(folder));
  cluster = await startCluster(folder);
  undo.push(() => cluster.stop());
  const dataDirectory = join(folder, 'data');
  server = await startServerProcess({
    FOOTFALL_DATA_DIR: dataDirectory,
    CLICKHOUSE_URL: cluster.url,
    CLICKHOUSE_CLUSTER: cluster.cluster,
  });
  undo.push(() => server.kill());
  tenant = await makeTenant(dataDirectory, server.url);
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function send(from: number, to: number): Promise<void> {
  const { website } = tenant;
  for (let n = from; n < to; n += 1) {
    const answers = [
      await tenant.post('/pixel/events', { website_id: website, path: `/${n}` }),
      await tenant.post('/pixel/goals', { website_id: website, goal_name: `goal ${n}` }),
      await tenant.post('/pixel/payments', { website_id: website, transaction_id: `t${n}`, amount: n }),
      await tenant.post('/pixel/identify', { website_id: website, visitor_id: `v${n}`, external_id: 'x' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
}

async function readStatus(report: string): Promise<[number, unknown]> {
  const dates = { from_date: '2024-03-01', to_date: '2024-03-31' };
  const { status, body } = await tenant.get(report, { website_id: tenant.website, ...dates });
  return [status, body.error?.code];
}

async function readStored(): Promise<StoredRecords> {
  const { url } = cluster;
  const engine = await openClickHouse({ ...bounds, url, cluster: cluster.cluster });
  try {
    return await countStored(engine);
  } finally {
    await engine.close();
  }
}

const reports = ['/pixel/analytics/pages', '/pixel/analytics/overview', '/pixel/analytics/timeseries'];

it.skipIf(!canKill).each([0, 1])(
  'keeps records while node %i is dead, refuses reports, and has all afterwards',
  async (node) => {
    await send(0, 20);
    await settle([server.url]);
    await cluster.killNode(node);

    await send(20, 40);
    for (const report of reports) {
      // Twice, so that either node is asked.
      expect(await readStatus(report)).toEqual([503, 'upstream_unavailable']);
      expect(await readStatus(report)).toEqual([503, 'upstream_unavailable']);
    }
    const health = await readHealth(server.url);
    expect(health).toMatchObject({ status: 'degraded' });
    expect(health.pending_records).toBeGreaterThan(0);

    await cluster.startNode(node);
    await untilHealth(server.url, 200);
    await settle([server.url]);
    for (const report of reports) expect(await readStatus(report)).toEqual([200, undefined]);
    const stored = await readStored();
    const once = (nameOf: (n: number) => string) =>
      new Map(Array.from({ length: 40 }, (_, n): [string, number] => [nameOf(n), 1]));
    expect(stored.hits).toEqual(once((n) => `/${n}`));
    expect(stored.conversions).toEqual(once((n) => `goal ${n}`));
    expect(stored.payments).toEqual(once((n) => `t${n}`));
    expect(stored.identities).toEqual(once((n) => `v${n}`));
  },
);

it.skipIf(!canKill)('stores everything once while nodes are killed again and again', async () => {
  const sending = send(0, 150);
  for (let kill = 0; kill < 6; kill += 1) {
    await cluster.killNode(kill % 2);
    await cluster.startNode(kill % 2);
    await sleep(300);
  }
  await sending;
  await untilHealth(server.url, 200);
  await settle([server.url]);
  const { hits, conversions, payments, identities } = await readStored();
  for (const counts of [hits, conversions, payments, identities]) {
    expect(counts.size).toBe(150);
    expect([...counts.values()].every((count) => count === 1)).toBe(true);
  }
});
