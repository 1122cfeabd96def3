import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { identifier, sql } from '../../src/store/analytics/sql.ts';
import { tableNames } from '../../src/store/analytics/tables.ts';
import { settle } from '../harness/deployments.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import type { Tenant } from '../harness/tenant.ts';
import { makeFolder, makeTenant, removeFolder } from './data-directory.ts';
import { findEnginePid, killProcess } from './processes.ts';
import { openDataDirectory, readRows } from './stored-records.ts';

const externalId = 'jane.roe@customer-of-ours.example';
const address = '93.184.216.34';

let folder = '';
let server: ServerProcess | undefined;

beforeEach(async () => {
  folder = await makeFolder();
});

afterEach(async () => {
  await server?.stop();
  await removeFolder(folder);
});

/** In requests that succeed, that are refused at each of the gate's steps, and that meet a dead engine. */
async function sendSecrets(tenant: Tenant): Promise<void> {
  const { website: website_id } = tenant;
  const identity = { website_id, visitor_id: 'v', external_id: externalId };
  const event = { website_id, path: '/', ip: address, referrer: 'https://example.org/' };
  expect((await tenant.post('/pixel/identify', identity)).status).toBe(200);
  expect((await tenant.post('/pixel/identify', { ...identity, event_id: 'e' })).status).toBe(200);
  expect((await tenant.post('/pixel/events', event)).status).toBe(200);
  expect((await tenant.post('/pixel/events', { ...event, ts: 'never' })).status).toBe(400);
  expect((await tenant.post('/pixel/identify', { ...identity, visitor_id: 1 })).status).toBe(400);
  expect((await tenant.post('/pixel/identify', JSON.stringify(identity).slice(0, -1))).status).toBe(400);
  const plain = { 'content-type': 'text/plain' };
  expect((await tenant.post('/pixel/identify', JSON.stringify(identity), plain)).status).toBe(415);
  expect((await tenant.send({ method: 'PUT', path: '/pixel/identify', body: identity })).status).toBe(405);
  expect((await tenant.send({ path: '/me', key: `${tenant.key}x` })).status).toBe(401);
  expect(
    (await tenant.send({ path: '/me', headers: { authorization: `bearer ${tenant.key}` } })).status,
  ).toBe(401);
}

function readFolder(directory: string): { path: string; bytes: Buffer }[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, bytes: readFileSync(path) }));
}

/** The engine's file is compressed, so its tables are read as well. */
async function readTables(): Promise<string> {
  const engine = await openDataDirectory(folder);
  try {
    const tables = await Promise.all(
      tableNames.map((table) => readRows(engine, sql`SELECT * FROM ${identifier(table)}`)),
    );
    return JSON.stringify(tables, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  } finally {
    await engine.close();
  }
}

it('keeps external ids, addresses and keys nowhere as they were sent', async () => {
  server = await startServerProcess({ FOOTFALL_DATA_DIR: folder, LOG_LEVEL: 'trace' });
  const tenant = await makeTenant(folder, server.url);
  await sendSecrets(tenant);
  const spooled = readFolder(join(folder, 'spool'));
  const engine = findEnginePid(server.process.pid);
  if (engine !== undefined) killProcess(engine);
  await sendSecrets(tenant);
  await settle([server.url]);
  expect(await server.stop()).toBe(0);

  const places = [
    ...spooled,
    ...readFolder(folder),
    { path: 'the log', bytes: Buffer.from(server.log()) },
    { path: 'the tables', bytes: Buffer.from(await readTables()) },
  ];
  for (const secret of [externalId, address, tenant.key]) {
    const found = places.filter(({ bytes }) => bytes.includes(secret)).map(({ path }) => path);
    expect(found, secret).toEqual([]);
  }
  // The search would have found them: their fingerprints are where they belong.
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const holds = (name: string, text: string) =>
    places.some(({ path, bytes }) => path.includes(name) && bytes.includes(text));
  expect(holds('the tables', sha256(externalId))).toBe(true);
  expect(holds('control.sqlite', sha256(tenant.key))).toBe(true);
});
