/**
 * The spool's files, which several processes have open at once: the server that appends, the process that drains, and a
 * command that looks at refused records. LMDB lets one of them write at a time, and releases the lock of a writer that
 * was killed.
 */
import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type Database, open, type RootDatabase } from 'lmdb';

/** Records that have left the spool since it was created, and their characters. */
export type Gone = { records: number; characters: number };

/** A batch that is on its way into the engine: the keys of its first and last group. */
export type Bounds = { number: number; first: number; last: number };

/** A record that the engine refuses: it was accepted, so it is not thrown away. */
export type RefusedRecord = { line: string; reason: string; at: number };

type State = {
  id: string;
  lastSeq: number;
  batch: Bounds;
  /** How many batches there have been. */
  batches: number;
  gone: Gone;
  /** How often refused records were added or removed. */
  refusals: number;
  /** Refused records that somebody wants retried. */
  retry: readonly number[];
};

export type SpoolFiles = {
  /** Groups of records by the number of the last. */
  records: Database<string, number>;
  /** By the number of the record. */
  refused: Database<RefusedRecord, number>;
  id: string;
  /** Within a transaction, reads its snapshot; else what is committed now, by whatever process. */
  read<Name extends keyof State>(name: Name): State[Name] | undefined;
  /** Within a transaction only. */
  write<Name extends keyof State>(name: Name, value: State[Name]): void;
  remove(name: keyof State): void;
  /** Takes a new snapshot for the rest of this turn of the event loop. */
  lookAnew(): void;
  /**
   * All or nothing, while nobody else writes. It runs synchronously: a transaction that stayed open until this process
   * has time would block the server from storing what it accepts.
   */
  change<Result>(work: () => Result): Result;
  oldestSeq(): number | undefined;
  newestSeq(): number | undefined;
  freeBytes(): number;
  /** Overwrites what has left the spool: freed pages still hold their old bytes. */
  overwriteFreed(): Promise<void>;
  close(): Promise<void>;
};

const freeSpaceKeptMs = 100;

export function openSpoolFiles(directory: string): SpoolFiles {
  const environment: RootDatabase = open({
    path: directory,
    // Without this a write is acknowledged before it has reached the disk.
    overlappingSync: false,
    // With batching, a commit that fails, as on a full disk, rejects a promise that nobody awaits, and Node ends.
    eventTurnBatching: false,
    maxDbs: 4,
  });
  // Removes the readers of killed processes: LMDB would never reuse pages that they might be reading.
  environment.readerCheck();
  const records: SpoolFiles['records'] = environment.openDB({ name: 'records', encoding: 'string' });
  const refused: SpoolFiles['refused'] = environment.openDB({ name: 'refused', encoding: 'json' });
  const state: Database<unknown, string> = environment.openDB({ name: 'state', encoding: 'json' });
  const id = environment.transactionSync(() => {
    const known = state.get('id') as string | undefined;
    if (known !== undefined) return known;
    const made = randomUUID();
    state.putSync('id', made);
    return made;
  });
  let isChanging = false;

  // LMDB reuses one read snapshot within a turn of the event loop.
  const lookAnew = () => {
    if (!isChanging) environment.resetReadTxn();
  };

  return {
    records,
    refused,
    id,
    read(name) {
      lookAnew();
      return state.get(name) as never;
    },
    lookAnew,
    write: (name, value) => void state.putSync(name, value),
    remove: (name) => void state.removeSync(name),
    change: (work) =>
      environment.transactionSync(() => {
        isChanging = true;
        try {
          return work();
        } finally {
          isChanging = false;
        }
      }),
    oldestSeq() {
      lookAnew();
      return firstOf(records.getKeys({ limit: 1 }));
    },
    newestSeq() {
      lookAnew();
      return firstOf(records.getKeys({ reverse: true, limit: 1 }));
    },
    freeBytes: createFreeSpaceGauge(directory),
    overwriteFreed: () => overwriteFreed(environment, [records, refused, state]),
    close: () => environment.close(),
  };
}

/** A failed commit also carries its reason as a rejecting promise: unless somebody awaits that too, Node ends. */
export async function committed<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    (error as { commitError?: Promise<never> }).commitError?.catch(() => {});
    throw error;
  }
}

/** As much as fits into one page, beside its header. */
const fillingBytes = 4_072;
const fewestPages = 8;
/** A transaction of more would keep the server from accepting records for too long. */
const mostPages = 4_096;

/**
 * Unused bytes within a page are whatever this process's memory held before. So memory is filled with zeros first, then
 * everything live moves to new pages, and then the freed pages are overwritten.
 */
async function overwriteFreed(environment: RootDatabase, live: readonly AnyDatabase[]): Promise<void> {
  const filling: Database<Buffer, number> = environment.openDB({ name: 'filling', encoding: 'binary' });
  for (let round = 0; round < 3; round += 1) {
    await fill(environment, filling, live);
    environment.transactionSync(() => {
      filling.clearSync();
      for (const database of live) {
        for (const { key, value } of [...database.getRange()]) database.putSync(key, value);
      }
    });
    await endOfTurn();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what they hold is put back as it was.
type AnyDatabase = Database<any, any>;

/**
 * Freed pages are used before the file grows: once it grows, each of them has been overwritten. It never shrinks, so that
 * no more is written than there are freed pages, and a little.
 */
async function fill(
  environment: RootDatabase,
  filling: Database<Buffer, number>,
  live: readonly AnyDatabase[],
): Promise<void> {
  const value = Buffer.alloc(fillingBytes);
  let key = 0;
  const put = async (pages: number) => {
    const before = readStats(environment).lastPageNumber;
    environment.transactionSync(() => {
      for (const last = key + pages; key < last; key += 1) filling.putSync(key, value);
    });
    await endOfTurn();
    return readStats(environment).lastPageNumber > before;
  };
  // Pages freed last can be reused only by the transaction after the next.
  await put(1);
  await put(1);
  for (let growths = 0; growths < 2; ) {
    const freed = countFreed(environment, [filling, ...live]);
    if (await put(Math.min(mostPages, Math.max(fewestPages, freed)))) growths += 1;
  }
}

type TreeStats = Record<'treeBranchPageCount' | 'treeLeafPageCount' | 'overflowPages', number>;
type Stats = TreeStats & { lastPageNumber: number; root: TreeStats; free: TreeStats };

/** The types of the package leave it open what they are. */
function readStats(database: AnyDatabase): Stats {
  return database.getStats() as Stats;
}

function countFreed(environment: RootDatabase, databases: readonly AnyDatabase[]): number {
  const { lastPageNumber, root, free } = readStats(environment);
  const trees = [root, free, ...databases.map(readStats)];
  const used = trees.map((tree) => tree.treeBranchPageCount + tree.treeLeafPageCount + tree.overflowPages);
  return lastPageNumber - used.reduce((sum, pages) => sum + pages, 0);
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
