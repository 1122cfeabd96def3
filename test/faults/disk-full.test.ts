import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/contract/clock.ts';
import type { WorkspaceId } from '../../src/contract/ids.ts';
import { DiskShort } from '../../src/ingest/disk-short.ts';
import { openSpool } from '../../src/ingest/spool.ts';
import { settle } from '../harness/deployments.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import type { Tenant } from '../harness/tenant.ts';
import { makeFolder, makeTenant, removeFolder } from './data-directory.ts';
import { canMount, mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { readDataDirectory } from './stored-records.ts';

const megabyte = 1024 * 1024;
const diskMb = 192;
/** Large enough that many at once would not fit into what is left of the disk. */
const properties = { text: 'x'.repeat(50_000) };

let folder = '';
const undo: (() => Promise<unknown> | unknown)[] = [];

beforeEach(async () => {
  folder = await makeFolder();
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  await removeFolder(folder);
});

async function serve(): Promise<ServerProcess> {
  const server = await startServerProcess({ FOOTFALL_DATA_DIR: folder });
  undo.push(() => server.stop());
  return server;
}

function mountDisk(directory: string): SmallDisk {
  const disk = mountSmallDisk(directory, diskMb);
  undo.push(() => disk.remove());
  return disk;
}

type Tried = { accepted: string[]; refused: string[]; errors: Set<string> };

async function sendGoals(tenant: Tenant, title: string, count: number): Promise<Tried> {
  const tried: Tried = { accepted: [], refused: [], errors: new Set() };
  const send = async (_: unknown, n: number) => {
    const goal_name = `${title} ${n}`;
    const answer = await tenant.post('/pixel/goals', { website_id: tenant.website, goal_name, properties });
    if (answer.status === 200) tried.accepted.push(goal_name);
    else {
      tried.refused.push(goal_name);
      tried.errors.add(`${answer.status} ${answer.body.error.code}`);
    }
  };
  await Promise.all(Array.from({ length: count }, send));
  return tried;
}

const cases = [
  // Little is left: requests are counted and refused as records that cannot be stored.
  { left: 16 * megabyte, errors: ['503 ingest_unavailable'] },
  // Nothing is left: some cannot even be counted, which is a failure before the endpoint.
  { left: 0, errors: ['500 internal_error', '503 ingest_unavailable'] },
];

// A system that does not let us mount has the last test of this file alone.
it.skipIf(!canMount()).each(cases)(
  'refuses what it may not be able to store with $left bytes left, and goes on afterwards',
  async ({ left, errors }) => {
    const disk = mountDisk(folder);
    const server = await serve();
    const tenant = await makeTenant(folder, server.url);
    const before = await sendGoals(tenant, 'before', 60);
    expect(before.refused).toEqual([]);
    await settle([server.url]);

    disk.fill(left);
    await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status).toBe(503);
    const during = await sendGoals(tenant, 'during', 200);
    expect(during.accepted).toEqual([]);
    expect(errors).toEqual(expect.arrayContaining([...during.errors]));
    const identity = { website_id: tenant.website, visitor_id: 'refused', external_id: 'x' };
    const identified = await tenant.post('/pixel/identify', identity);
    expect(['identify_unavailable', 'internal_error']).toContain(identified.body.error.code);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(503);

    disk.makeRoom();
    await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status).toBe(200);
    const after = await sendGoals(tenant, 'after', 60);
    expect(after.refused).toEqual([]);
    await settle([server.url]);
    expect(await server.stop()).toBe(0);
    const stored = await readDataDirectory(folder);
    expect(stored.conversions).toEqual(
      new Map([...before.accepted, ...after.accepted].map((name) => [name, 1])),
    );
    expect(stored.identities.size).toBe(0);
  },
);

it('keeps what is in the spool, and takes nothing more, on a disk with too little room', async () => {
  const settings = {
    directory: join(folder, 'spool'),
    maximumBytes: 1e9,
    maximumBatchRecords: 100,
    clock: systemClock,
  };
  const workspaceId = 'w' as WorkspaceId;
  const goal = {
    kind: 'goal',
    workspaceId,
    websiteId: 'ff_test',
    ts: 0,
    visitorId: 'v',
    name: 'goal',
  } as const;
  const record = { claims: [], record: goal };
  const roomy = await openSpool({ ...settings, reservedBytes: 0 });
  await roomy.append(record);
  await roomy.close();

  const short = await openSpool({ ...settings, reservedBytes: Number.MAX_VALUE });
  undo.push(() => short.close());
  expect(short.isFull()).toBe(true);
  await expect(short.append(record)).rejects.toThrow(DiskShort);
  await expect(short.nextBatch()).rejects.toThrow(DiskShort);
  expect(short.pendingRecords()).toBe(1);
});
