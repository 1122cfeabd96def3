import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { type Database, open, type RootDatabase } from 'lmdb';
import type { Clock } from '../contract/clock.ts';
import {
  createGatherer,
  formatLine,
  parseGroup,
  type SpooledRecord,
  type WaitingPlace,
} from './spool-group.ts';

export type { SpooledRecord, WaitingRecord } from './spool-group.ts';

/**
 * The durable queue between an answer and the engine. A record is on the disk when `append` resolves, and it
 * stays until its batch is in the engine. The bounds of a batch are written down before it is inserted, so
 * that a restart repeats exactly the same batch under the same name.
 */
export type Spool = {
  readonly id: string;
  append(build: (seq: number) => SpooledRecord): Promise<number>;
  /** The batch under way, or else a new one of the oldest records; undefined when there is none. */
  nextBatch(): Promise<Batch | undefined>;
  finishBatch(batch: Batch): Promise<void>;
  /** Keeps a row that the engine refuses: it was accepted, so it is not thrown away. */
  setAside(name: string, row: string): Promise<void>;
  rowsSetAside(): string[];
  pendingRecords(): number;
  hasFullBatch(): boolean;
  /** At its limit: nothing more is taken until the engine takes some. */
  isFull(): boolean;
  oldestSeq(): number | undefined;
  newestSeq(): number | undefined;
  /** Unix milliseconds at which the oldest record still here was accepted. */
  oldestAcceptedAt(): number | undefined;
  close(): Promise<void>;
};

export type Batch = { name: string; records: WaitingPlace[]; groups: Group[] };

type Group = { key: number; bytes: number };

export class SpoolFull extends Error {
  constructor() {
    super('The spool has reached its limit: the analytics engine has not taken records for a while.');
    this.name = 'SpoolFull';
  }
}

/** LMDB can damage the process's memory when a write fails, so none is tried on a disk that is nearly full. */
export class DiskShort extends Error {
  constructor(directory: string) {
    super(`The disk that holds ${directory} is nearly full: make room on it.`);
    this.name = 'DiskShort';
  }
}

export type SpoolOptions = {
  directory: string;
  maximumBytes: number;
  /** Free space at which nothing more is taken, and half of it at which nothing more is moved. */
  reservedBytes?: number;
  maximumBatchRecords: number;
  clock: Clock;
};

type Bounds = { first: number; last: number };

const microsecondsPerMs = 1000;
const defaultReservedBytes = 64 * 1024 * 1024;
const freeSpaceKeptMs = 100;

export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const environment: RootDatabase = open({
    path: options.directory,
    // Without this a write is acknowledged before it has reached the disk.
    overlappingSync: false,
    // With it, a commit that fails, as on a full disk, rejects a promise that nobody holds, and Node ends.
    eventTurnBatching: false,
    maxDbs: 3,
  });
  const records: Database<string, number> = environment.openDB({ name: 'records', encoding: 'string' });
  const aside: Database<string, string> = environment.openDB({ name: 'aside', encoding: 'string' });
  const state: Database<unknown, string> = environment.openDB({ name: 'state', encoding: 'json' });

  const id = (state.get('id') as string | undefined) ?? randomUUID();
  await committed(state.put('id', id));

  let pending = 0;
  let pendingBytes = 0;
  let lastSeq = (state.get('lastSeq') as number | undefined) ?? 0;
  for (const { key, value } of records.getRange()) {
    pending += parseGroup(value).length;
    pendingBytes += value.length + 1;
    lastSeq = Math.max(lastSeq, key);
  }

  // The time of acceptance in microseconds, pushed on by one where two records share it or the clock went back.
  const nextSeq = () => {
    lastSeq = Math.max(lastSeq + 1, options.clock() * microsecondsPerMs);
    return lastSeq;
  };

  const gather = createGatherer(async (key, text) => {
    await committed(records.put(key, text));
  });

  const readBatch = (underWay: Bounds | undefined): Omit<Batch, 'name'> => {
    const batch: Omit<Batch, 'name'> = { records: [], groups: [] };
    const range = underWay ? { start: underWay.first, end: underWay.last + 1 } : {};
    for (const { key, value } of records.getRange(range)) {
      batch.groups.push({ key, bytes: value.length + 1 });
      batch.records.push(...parseGroup(value));
      if (!underWay && batch.records.length >= options.maximumBatchRecords) break;
    }
    return batch;
  };

  const { reservedBytes = defaultReservedBytes } = options;
  const freeBytes = createFreeSpaceGauge(options.directory);
  const isFull = () => pendingBytes >= options.maximumBytes || freeBytes() < reservedBytes;
  const oldestSeq = () => firstOf(records.getKeys({ limit: 1 }));

  return {
    id,
    async append(build) {
      if (freeBytes() < reservedBytes) throw new DiskShort(options.directory);
      if (isFull()) throw new SpoolFull();
      const seq = nextSeq();
      const line = formatLine(seq, build(seq));
      await gather(seq, line);
      pending += 1;
      pendingBytes += line.length + 1;
      return seq;
    },
    async nextBatch() {
      if (pending > 0 && freeBytes() < reservedBytes / 2) throw new DiskShort(options.directory);
      const underWay = state.get('batch') as Bounds | undefined;
      const batch = readBatch(underWay);
      const [first, last] = [batch.groups[0], batch.groups.at(-1)];
      if (!first || !last) return undefined;
      if (!underWay) await committed(state.put('batch', { first: first.key, last: last.key }));
      return { ...batch, name: `${id}:${first.key}-${last.key}` };
    },
    async finishBatch(batch) {
      await committed(
        environment.transaction(() => {
          for (const { key } of batch.groups) records.remove(key);
          state.remove('batch');
          state.put('lastSeq', lastSeq);
        }),
      );
      pending -= batch.records.length;
      pendingBytes -= batch.groups.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    async setAside(name, row) {
      await committed(aside.put(name, row));
    },
    rowsSetAside: () => [...aside.getRange()].map(({ value }) => value),
    pendingRecords: () => pending,
    isFull,
    hasFullBatch: () => pending >= options.maximumBatchRecords,
    oldestSeq,
    newestSeq: () => firstOf(records.getKeys({ reverse: true, limit: 1 })),
    oldestAcceptedAt() {
      const oldest = oldestSeq();
      return oldest === undefined ? undefined : Math.floor(oldest / microsecondsPerMs);
    },
    close: () => environment.close(),
  };
}

/** A failed commit carries its reason as a promise that rejects too: unless somebody holds it, Node ends. */
async function committed<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    (error as { commitError?: Promise<never> }).commitError?.catch(() => {});
    throw error;
  }
}

/** Asks the system at most ten times a second. */
function createFreeSpaceGauge(directory: string): () => number {
  let known = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - askedAt >= freeSpaceKeptMs) {
      askedAt = performance.now();
      const { bavail, bsize } = statfsSync(directory);
      known = bavail * bsize;
    }
    return known;
  };
}

function firstOf<Item>(items: Iterable<Item>): Item | undefined {
  for (const item of items) return item;
  return undefined;
}
