import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openClickHouse } from '../../src/store/analytics/clickhouse/open-clickhouse.ts';
import { makeFolder, makeTenant, removeFolder } from '../faults/data-directory.ts';
import { readHealth, untilHealth } from '../faults/health.ts';
import { countStored } from '../faults/stored-records.ts';
import { startEngine } from '../harness/clickhouse/start-engine.ts';
import { settle } from '../harness/deployments.ts';
import { findQuietPort } from '../harness/quiet-port.ts';
import { spawnServer } from '../harness/server-process.ts';
import { createEngineGateway, type EngineGateway } from './engine-gateway.ts';
import { bounds, canKill } from './layouts.ts';

let folder = '';
const undo: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await makeFolder();
  undo.push(() => removeFolder(folder));
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function startGateway(): Promise<EngineGateway> {
  const engine = await startEngine({ directory: join(folder, 'outside') });
  undo.push(() => engine.kill());
  const gateway = await createEngineGateway(engine.url);
  undo.push(() => gateway.shut());
  return gateway;
}

async function readHits(url: string): Promise<Map<string, number>> {
  const engine = await openClickHouse({ ...bounds, url, cluster: undefined });
  undo.push(() => engine.close());
  return (await countStored(engine)).hits;
}

it.skipIf(!canKill)(
  'a server starts without its ClickHouse, takes records, and delivers them once when it comes',
  async () => {
    const gateway = await startGateway();
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
    expect(await readHealth(url)).toEqual({
      code: 503,
      status: 'starting',
      pending_records: 1,
      failed_days: 0,
    });
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
    expect(await readHits(gateway.url)).toEqual(
      new Map(Object.entries({ '/before the crash': 1, '/after the crash': 1, '/away again': 1 })),
    );
  },
);
