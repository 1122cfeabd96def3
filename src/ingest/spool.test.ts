import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WorkspaceId } from '../contract/ids.ts';
import { openRefusedRecords } from './refused-records.ts';
import { type Inlet, openInlet, SpoolFull } from './spool.ts';
import { type Batch, type Outlet, openOutlet } from './spool-outlet.ts';

let directory = '';
let inlet: Inlet;
let outlet: Outlet;
let now = 1_000;
const place = { workspaceId: 'w' as WorkspaceId, websiteId: 'ff_test', ts: 1, visitorId: 'v' };

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-spool-'));
  now = 1_000;
  open();
});

afterEach(async () => {
  await close();
  await rm(directory, { recursive: true, force: true });
});

function open(maximumBytes = 1e9): void {
  inlet = openInlet({ directory, maximumBytes, reservedBytes: 0, clock: () => now });
  outlet = openOutlet({ directory, maximumBatchRecords: 3, reservedBytes: 0 });
}

async function close(): Promise<void> {
  await inlet.close();
  await outlet.close();
}

const append = (name: string) => inlet.append({ claims: [], record: { kind: 'goal', ...place, name } });

async function requireBatch(): Promise<Batch> {
  const batch = await outlet.nextBatch();
  if (!batch) throw new Error('There is no batch.');
  return batch;
}

const seqsOf = ({ records }: Batch) => records.map(({ seq }) => seq);

async function refuse(batch: Batch, seq: number): Promise<void> {
  const { line = '' } = batch.records.find((record) => record.seq === seq) ?? {};
  await outlet.finishBatch(batch, [{ seq, line, reason: 'no', at: now }]);
}

it('counts what waits, whoever takes it out, and starts over with what is left', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await append(name);
  expect(inlet.pendingRecords()).toBe(4);
  const batch = await requireBatch();
  expect(batch.isFull).toBe(true);
  expect(inlet.pendingRecords()).toBe(4);
  await outlet.finishBatch(batch);
  expect(inlet.pendingRecords()).toBe(1);
  await append('e');
  await close();
  open();
  expect(inlet.pendingRecords()).toBe(2);
  await outlet.finishBatch(await requireBatch());
  expect(inlet.pendingRecords()).toBe(0);
  expect([inlet.oldestSeq(), inlet.newestSeq()]).toEqual([undefined, undefined]);
  expect(await outlet.nextBatch()).toBeUndefined();
});

it('gives a batch again, as it was and by its name, until it is finished', async () => {
  await append('a');
  const first = await requireBatch();
  await append('b');
  await close();
  open();
  expect(await requireBatch()).toEqual(first);
  await outlet.finishBatch(first);
  const second = await requireBatch();
  expect(second.name).not.toBe(first.name);
  // Whoever finishes a batch late changes nothing of the next.
  await outlet.finishBatch(first);
  expect(inlet.pendingRecords()).toBe(1);
  expect(await requireBatch()).toEqual(second);
});

it('numbers records on where the clock went back, also after all of them have left', async () => {
  const first = await append('a');
  await outlet.finishBatch(await requireBatch());
  await close();
  now = 10;
  open();
  expect(await append('b')).toBeGreaterThan(first);
});

it('is full at its limit, and not when some have left', async () => {
  await close();
  open(250);
  await append('a');
  await append('b');
  await append('c');
  expect(inlet.isFull()).toBe(true);
  await expect(append('d')).rejects.toThrow(SpoolFull);
  await outlet.finishBatch(await requireBatch());
  expect(inlet.isFull()).toBe(false);
  await append('e');
});

it('keeps refused records, counted for their websites, and puts them back in their places on demand', async () => {
  const seqs = [await append('a'), await append('b')];
  await refuse(await requireBatch(), seqs[1] ?? 0);
  expect(inlet.pendingRecords()).toBe(0);
  expect(inlet.countRefused('w', ['ff_other', 'ff_test'])).toEqual({ records: 1, lastAt: now });
  expect(inlet.countRefused('elsewhere', ['ff_test'])).toEqual({ records: 0, lastAt: 0 });
  const third = await append('c');
  const underWay = await requireBatch();
  const refused = openRefusedRecords(directory);
  expect(refused?.list()).toMatchObject([{ name: String(seqs[1]), tables: ['conversions'], reason: 'no' }]);
  expect(await refused?.retry([String(seqs[1]), '5'])).toEqual({ count: 0, unknown: ['5'] });
  expect(await refused?.retry([String(seqs[1])])).toEqual({ count: 1, unknown: [] });
  await refused?.close();

  // The batch under way stays what it was.
  expect(seqsOf(await requireBatch())).toEqual([third]);
  await outlet.finishBatch(underWay);
  const again = await requireBatch();
  expect(seqsOf(again)).toEqual([seqs[1]]);
  expect(inlet.pendingRecords()).toBe(1);
  expect(inlet.countRefused('w', ['ff_test']).records).toBe(0);
  await outlet.finishBatch(again);
  expect(inlet.pendingRecords()).toBe(0);
  expect(await outlet.nextBatch()).toBeUndefined();
});
