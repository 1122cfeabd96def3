/**
 * The end of the spool where batches are taken out. The bounds of a batch are stored before the batch is, so that after
 * a crash exactly the same batch is repeated under the same name.
 */
import { DiskShort, defaultReservedBytes } from './disk-short.ts';
import { type Bounds, openSpoolFiles, type RefusedRecord, type SpoolFiles } from './spool-files.ts';
import { countLines, parseGroup, type WaitingRecord } from './spool-group.ts';

export type Outlet = {
  readonly id: string;
  /** The batch under way, or else a new one of the oldest records; undefined when there is none. */
  nextBatch(): Promise<Batch | undefined>;
  /** Removes its records; those that the engine refused move to the refused ones. */
  finishBatch(batch: Batch, refusals?: readonly Refusal[]): Promise<void>;
  oldestSeq(): number | undefined;
  newestSeq(): number | undefined;
  overwriteFreed(): Promise<void>;
  close(): Promise<void>;
};

export type Refusal = Pick<WaitingRecord, 'seq'> & RefusedRecord;

export type Batch = {
  name: string;
  records: readonly WaitingRecord[];
  groups: readonly Group[];
  /** The batch is as large as a batch may be, so there may well be more. */
  isFull: boolean;
};

type Group = { key: number; characters: number };

export type OutletOptions = {
  directory: string;
  /** With less than half of this space free, nothing more is moved. */
  reservedBytes?: number;
  maximumBatchRecords: number;
};

export function openOutlet(options: OutletOptions): Outlet {
  return createOutlet(openSpoolFiles(options.directory), options);
}

export function createOutlet(files: SpoolFiles, options: OutletOptions): Outlet {
  const { id, records, refused, read, write, remove, change } = files;
  const { directory, maximumBatchRecords, reservedBytes = defaultReservedBytes } = options;
  const nameOf = ({ number }: Bounds) => `${id}:${number}`;

  /** The same bounds for every call until the batch is finished. */
  function chooseBounds(): Bounds | undefined {
    const underWay = read('batch');
    if (underWay) return underWay;
    takeBack();
    const keys = findOldest();
    if (!keys) return undefined;
    const bounds = { number: (read('batches') ?? 0) + 1, ...keys };
    write('batches', bounds.number);
    write('batch', bounds);
    return bounds;
  }

  /**
   * Only while no batch is under way: a batch must not change, and the places of these records lie among older ones.
   */
  function takeBack(): void {
    const wanted = read('retry') ?? [];
    for (const seq of wanted) {
      const entry = refused.get(seq);
      if (!entry) continue;
      records.putSync(seq, entry.line);
      refused.removeSync(seq);
      countGone(-1, -(entry.line.length + 1));
    }
    remove('retry');
    if (wanted.length > 0) write('refusals', (read('refusals') ?? 0) + 1);
  }

  function findOldest(): Pick<Bounds, 'first' | 'last'> | undefined {
    let found: Pick<Bounds, 'first' | 'last'> | undefined;
    let count = 0;
    for (const { key, value } of records.getRange()) {
      found = { first: found?.first ?? key, last: key };
      count += countLines(value);
      if (count >= maximumBatchRecords) break;
    }
    return found;
  }

  function countGone(more: number, characters: number): void {
    const gone = read('gone') ?? { records: 0, characters: 0 };
    write('gone', { records: gone.records + more, characters: gone.characters + characters });
  }

  return {
    id,
    async nextBatch() {
      if (files.oldestSeq() === undefined && read('retry') === undefined) return undefined;
      if (files.freeBytes() < reservedBytes / 2) throw new DiskShort(directory);
      const bounds = read('batch') ?? change(chooseBounds);
      if (!bounds) return undefined;
      const groups: Group[] = [];
      const waiting: WaitingRecord[] = [];
      files.lookAnew();
      for (const { key, value } of records.getRange({ start: bounds.first, end: bounds.last + 1 })) {
        groups.push({ key, characters: value.length + 1 });
        waiting.push(...parseGroup(value));
      }
      const isFull = waiting.length >= maximumBatchRecords;
      return { name: nameOf(bounds), records: waiting, groups, isFull };
    },
    async finishBatch({ name, groups, records: waiting }, refusals = []) {
      change(() => {
        const underWay = read('batch');
        // The drain of a killed server may have finished it already.
        if (!underWay || name !== nameOf(underWay)) return;
        for (const { key } of groups) records.removeSync(key);
        for (const { seq, ...entry } of refusals) refused.putSync(seq, entry);
        if (refusals.length > 0) write('refusals', (read('refusals') ?? 0) + 1);
        remove('batch');
        write('lastSeq', Math.max(read('lastSeq') ?? 0, underWay.last));
        countGone(
          waiting.length,
          groups.reduce((sum, { characters }) => sum + characters, 0),
        );
      });
    },
    oldestSeq: files.oldestSeq,
    newestSeq: files.newestSeq,
    overwriteFreed: files.overwriteFreed,
    close: files.close,
  };
}
