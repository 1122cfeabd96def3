import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, makeTenant, removeFolder } from '../faults/data-directory.ts';
import { readHealth, untilHealth } from '../faults/health.ts';
import { createCertificate } from '../harness/certificate.ts';
import { startEngine } from '../harness/clickhouse/start-engine.ts';
import { settle } from '../harness/deployments.ts';
import { findQuietPort } from '../harness/quiet-port.ts';
import { type Environment, spawnServer, startServerProcess } from '../harness/server-process.ts';
import { createEngineGateway, type EngineGateway } from './engine-gateway.ts';
import { canKill } from './layouts.ts';

describe.skipIf(!canKill)('a ClickHouse by TLS', () => {
  const undo: (() => Promise<unknown>)[] = [];
  let folder = '';
  let gateway: EngineGateway;
  let trusting: Environment;

  beforeAll(async () => {
    folder = await makeFolder();
    undo.push(() => removeFolder(folder));
    const engine = await startEngine({ directory: join(folder, 'outside') });
    undo.push(() => engine.kill());
    const certificate = createCertificate();
    gateway = await createEngineGateway(engine.url, certificate);
    await gateway.open();
    undo.push(() => gateway.shut());
    const file = join(folder, 'certificate.pem');
    await writeFile(file, certificate.cert);
    trusting = { CLICKHOUSE_URL: gateway.url, NODE_EXTRA_CA_CERTS: file };
  });

  afterAll(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  it('is asked and written to', async () => {
    expect(gateway.url).toMatch(/^https:/);
    const FOOTFALL_DATA_DIR = join(folder, 'trusting');
    const { url, stop } = await startServerProcess({ ...trusting, FOOTFALL_DATA_DIR });
    undo.push(stop);
    const tenant = await makeTenant(FOOTFALL_DATA_DIR, url);
    await tenant.post('/pixel/events', { website_id: tenant.website, path: '/' });
    await settle([url]);
    expect(await tenant.rows('/pixel/metrics/top_pages')).toMatchObject([{ path: '/', views: '1' }]);
  });

  it('whose certificate nobody vouches for is not spoken to: records wait, reports are unavailable', async () => {
    const port = await findQuietPort();
    const FOOTFALL_DATA_DIR = join(folder, 'doubting');
    const server = spawnServer({ CLICKHOUSE_URL: gateway.url, FOOTFALL_DATA_DIR, PORT: String(port) });
    undo.push(() => server.kill());
    const url = `http://127.0.0.1:${port}`;
    await untilHealth(url, 503);
    const tenant = await makeTenant(FOOTFALL_DATA_DIR, url);
    const { status } = await tenant.post('/pixel/events', { website_id: tenant.website, path: '/' });
    expect(status).toBe(200);
    expect(await readHealth(url)).toMatchObject({ code: 503, pending_records: 1 });
    expect((await tenant.get('/pixel/metrics/top_pages')).status).toBe(503);
    await expect.poll(() => server.log().includes('self-signed certificate')).toBe(true);
    expect(server.log().includes(new URL(gateway.url).password)).toBe(false);
  });
});
