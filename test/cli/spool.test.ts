/** Records that the engine refuses: seen, counted and sent again, beside a running server and without one. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/contract/clock.ts';
import type { AcceptedRecord } from '../../src/ingest/accepted-record.ts';
import { openRefusedRecords } from '../../src/ingest/refused-records.ts';
import { openSpool } from '../../src/ingest/spool.ts';
import { makeFolder, makeTenant, removeFolder } from '../faults/data-directory.ts';
import { readDataDirectory } from '../faults/stored-records.ts';
import { settle } from '../harness/deployments.ts';
import { findQuietPort } from '../harness/quiet-port.ts';
import { runCli, type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import type { Tenant } from '../harness/tenant.ts';

const endOfCalendar = 8.64e15;

let folder = '';
const undo: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await makeFolder();
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  await removeFolder(folder);
});

/** A tenant of a server that does not run yet. */
async function prepare(): Promise<{ tenant: Tenant; serve(): Promise<ServerProcess> }> {
  const port = String(await findQuietPort());
  return {
    tenant: await makeTenant(folder, `http://127.0.0.1:${port}`),
    async serve() {
      const server = await startServerProcess({ FOOTFALL_DATA_DIR: folder, PORT: port });
      undo.push(() => server.stop());
      return server;
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each command prints a shape of its own.
async function run(...words: string[]): Promise<any> {
  const { code, stdout, stderr } = await runCli([...words, '--json'], { FOOTFALL_DATA_DIR: folder });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

async function fail(...words: string[]): Promise<string> {
  const { code, stderr } = await runCli(words, { FOOTFALL_DATA_DIR: folder });
  expect(code).toBeGreaterThan(0);
  return stderr;
}

function buildGoal(tenant: Tenant, name: string, ts = Date.now()): AcceptedRecord {
  const { workspaceId } = tenant;
  return { kind: 'goal', workspaceId, websiteId: tenant.website, ts, visitorId: 'v', name };
}

/** As an engine of an earlier release left them: the one at hand takes them. */
async function leaveRefused(records: readonly AcceptedRecord[]): Promise<void> {
  const spool = await openSpool({
    directory: join(folder, 'spool'),
    maximumBytes: 1e9,
    maximumBatchRecords: 100,
    clock: systemClock,
  });
  for (const record of records) await spool.append({ claims: [], record });
  const batch = await spool.nextBatch();
  if (!batch) throw new Error('The spool is empty.');
  const refusals = batch.records.map(({ seq, line }) => ({ seq, line, reason: 'not then', at: 1_000 }));
  await spool.finishBatch(batch, refusals);
  await spool.close();
}

/** What `spool list` shows, without a process each time. */
async function look() {
  const refused = openRefusedRecords(join(folder, 'spool'));
  const listed = refused?.list() ?? [];
  await refused?.close();
  return listed;
}

async function readCheck(tenant: Tenant) {
  const rows = await tenant.rows('/pixel/metrics/tracking_health');
  return rows.find(({ check }) => check === 'refused_records');
}

it('has nothing to show before there is a spool, and makes none', async () => {
  expect(await run('spool', 'list')).toEqual([]);
  expect(await run('spool', 'retry', '--all')).toEqual({ retried: 0 });
  expect(await fail('spool', 'retry')).toContain('--all');
  expect(await fail('spool', 'retry', '1')).toContain('There is no refused record 1.');
});

it('shows what the engine refuses, counts it in tracking health, and keeps it through another refusal', async () => {
  const { tenant, serve } = await prepare();
  const spool = await openSpool({
    directory: join(folder, 'spool'),
    maximumBytes: 1e9,
    maximumBatchRecords: 100,
    clock: systemClock,
  });
  await spool.append({ claims: [], record: buildGoal(tenant, 'never', endOfCalendar) });
  await spool.append({ claims: [], record: buildGoal(tenant, 'kept') });
  await spool.close();

  const server = await serve();
  await settle([server.url]);
  const [refused, ...others] = await run('spool', 'list');
  expect(others).toEqual([]);
  expect(refused).toMatchObject({
    name: expect.stringMatching(/^\d+$/),
    tables: ['conversions'],
    rows: { conversions: { name: 'never', visitor_id: 'v' } },
  });
  expect(refused.reason).not.toBe('');
  expect(await readCheck(tenant)).toMatchObject({
    status: 'error',
    value: '1',
    last_at: refused.refusedAt,
    reason: expect.stringContaining('footfall spool list'),
  });

  expect(await run('spool', 'retry', refused.name)).toEqual({ retried: 1 });
  const again = await vi.waitUntil(
    async () =>
      (await look()).find(({ refusedAt }) => new Date(refusedAt).toISOString() !== refused.refusedAt),
    { timeout: 30_000, interval: 50 },
  );
  expect(again).toEqual({ ...refused, refusedAt: expect.any(Number) });
  await settle([server.url]);
  expect(await server.stop()).toBe(0);
  expect((await readDataDirectory(folder)).conversions).toEqual(new Map([['kept', 1]]));
});

it('sends refused records again beside a running server', async () => {
  const { tenant, serve } = await prepare();
  await leaveRefused([buildGoal(tenant, 'one'), buildGoal(tenant, 'two'), buildGoal(tenant, 'three')]);
  const server = await serve();
  expect(await readCheck(tenant)).toMatchObject({ status: 'error', value: '3' });
  const listed = await run('spool', 'list');
  expect(
    listed.map(({ rows }: { rows: { conversions: { name: string } } }) => rows.conversions.name),
  ).toEqual(['one', 'two', 'three']);
  expect(await fail('spool', 'retry', listed[0].name, '7')).toContain('There is no refused record 7.');
  expect(await run('spool', 'retry', listed[0].name)).toEqual({ retried: 1 });
  await expect.poll(async () => (await readCheck(tenant))?.value, { timeout: 30_000 }).toBe('2');
  expect(await run('spool', 'retry', '--all')).toEqual({ retried: 2 });
  await expect
    .poll(() => readCheck(tenant), { timeout: 30_000 })
    .toMatchObject({ status: 'ok', value: '0', last_at: null });
  await settle([server.url]);
  expect(await run('spool', 'list')).toEqual([]);
  expect(await server.stop()).toBe(0);
  expect((await readDataDirectory(folder)).conversions).toEqual(
    new Map(Object.entries({ one: 1, two: 1, three: 1 })),
  );
});

it('sends them with the next server where none runs', async () => {
  const { tenant, serve } = await prepare();
  await leaveRefused([buildGoal(tenant, 'one')]);
  expect(await run('spool', 'retry', '--all')).toEqual({ retried: 1 });
  expect(await run('spool', 'list')).toHaveLength(1);
  const server = await serve();
  await expect.poll(look, { timeout: 30_000 }).toEqual([]);
  await settle([server.url]);
  expect(await server.stop()).toBe(0);
  expect((await readDataDirectory(folder)).conversions).toEqual(new Map([['one', 1]]));
});
