/**
 * The durable queue between an answer and the engine. A record is on the disk when `append` resolves, and it stays until
 * its batch is in the engine. One process appends; another takes batches out (spool-outlet.ts).
 */
import type { Clock } from '../contract/clock.ts';
import type { AcceptedRecord } from './accepted-record.ts';
import { createRefusedCounter, type RefusedCount } from './count-refused.ts';
import { DiskShort, defaultReservedBytes } from './disk-short.ts';
import { removeRefused } from './remove-refused.ts';
import { committed, type Gone, openSpoolFiles, type SpoolFiles } from './spool-files.ts';
import { countLines, createGatherer, formatLine, type SpooledRecord } from './spool-group.ts';
import { createOutlet, type Outlet, type OutletOptions } from './spool-outlet.ts';

export type Inlet = {
  readonly id: string;
  append(record: SpooledRecord): Promise<number>;
  pendingRecords(): number;
  /** The spool is at its limit: it takes no more until the engine has taken some. */
  isFull(): boolean;
  oldestSeq(): number | undefined;
  newestSeq(): number | undefined;
  /** Unix milliseconds at which the oldest record still here was accepted. */
  oldestAcceptedAt(): number | undefined;
  /** Records of these websites that the engine refused, and when it last did. */
  countRefused(workspaceId: string, websiteIds: readonly string[]): RefusedCount;
  /** Resolves to how many of the refused records there were. */
  removeRefused(isWanted: (record: AcceptedRecord) => boolean): number;
  overwriteFreed(): Promise<void>;
  close(): Promise<void>;
};

/** Both ends of it in one process. */
export type Spool = Inlet & Outlet;

export class SpoolFull extends Error {
  constructor() {
    super('The spool has reached its limit: the analytics engine has not taken records for a while.');
    this.name = 'SpoolFull';
  }
}

export type InletOptions = {
  directory: string;
  maximumBytes: number;
  /** With less space free, no record is taken; with less than half of it, nothing is moved. */
  reservedBytes?: number;
  clock: Clock;
};

const microsecondsPerMs = 1000;

export async function openSpool(options: InletOptions & OutletOptions): Promise<Spool> {
  const files = openSpoolFiles(options.directory);
  return { ...createOutlet(files, options), ...createInlet(files, options) };
}

export function openInlet(options: InletOptions): Inlet {
  return createInlet(openSpoolFiles(options.directory), options);
}

function createInlet(files: SpoolFiles, options: InletOptions): Inlet {
  const { records, freeBytes, oldestSeq } = files;
  const { directory, maximumBytes, reservedBytes = defaultReservedBytes } = options;
  let { taken, lastSeq } = countTaken(files);

  // The time of acceptance in microseconds, pushed on by one where two records share it or the clock went back.
  const nextSeq = () => {
    lastSeq = Math.max(lastSeq + 1, options.clock() * microsecondsPerMs);
    return lastSeq;
  };

  const gather = createGatherer(async (key, text) => {
    await committed(records.put(key, text));
  });

  const readGone = () => files.read('gone') ?? nothing;
  // The count of records that left only falls where a refused record comes back. So the last known count mostly
  // suffices to see that there is room.
  let lastGone = readGone();
  const isAtLimit = () => {
    if (taken.characters - lastGone.characters < maximumBytes) return false;
    lastGone = readGone();
    return taken.characters - lastGone.characters >= maximumBytes;
  };

  return {
    id: files.id,
    async append(record) {
      if (freeBytes() < reservedBytes) throw new DiskShort(directory);
      if (isAtLimit()) throw new SpoolFull();
      const seq = nextSeq();
      const line = formatLine(seq, record);
      const own = { records: 1, characters: line.length + 1 };
      taken = add(taken, own, 1);
      try {
        await gather(seq, line);
      } catch (error) {
        taken = add(taken, own, -1);
        throw error;
      }
      return seq;
    },
    pendingRecords: () => taken.records - readGone().records,
    isFull: () => isAtLimit() || freeBytes() < reservedBytes,
    oldestSeq,
    newestSeq: files.newestSeq,
    oldestAcceptedAt() {
      const oldest = oldestSeq();
      return oldest === undefined ? undefined : Math.floor(oldest / microsecondsPerMs);
    },
    countRefused: createRefusedCounter(files),
    removeRefused: (isWanted) => removeRefused(files, isWanted),
    overwriteFreed: files.overwriteFreed,
    close: files.close,
  };
}

const nothing: Gone = { records: 0, characters: 0 };

function add(sum: Gone, { records, characters }: Gone, times: 1 | -1): Gone {
  return { records: sum.records + times * records, characters: sum.characters + times * characters };
}

/** Counts what waits and what has left in one transaction: a process that drains may be at work. */
function countTaken({ change, records, read }: SpoolFiles): { taken: Gone; lastSeq: number } {
  return change(() => {
    let taken = read('gone') ?? nothing;
    let lastSeq = read('lastSeq') ?? 0;
    for (const { key, value } of records.getRange()) {
      taken = add(taken, { records: countLines(value), characters: value.length + 1 }, 1);
      lastSeq = Math.max(lastSeq, key);
    }
    return { taken, lastSeq };
  });
}
