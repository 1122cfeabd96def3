import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import { type Analytics, RowRefused } from '../store/analytics/open-analytics.ts';
import { type TableName, tableNames } from '../store/analytics/tables.ts';
import type { Claims } from './claims.ts';
import { lookBack } from './look-back.ts';
import type { Batch, Spool, WaitingRecord } from './spool.ts';

/** Moves records from the spool into the engine, batch after batch, each exactly once. */
export type Drain = {
  /** There may be something new in the spool. */
  notify(): void;
  /** Resolves once everything accepted before the call is in the engine; rejects after `timeoutMs`. */
  catchUp(timeoutMs: number): Promise<void>;
  /** Stops after the batch under way; what is left stays in the spool for the next start. */
  stop(): Promise<void>;
};

export class NotCaughtUp extends Error {}

export type DrainOptions = {
  spool: Spool;
  analytics: Analytics;
  claims: Claims;
  clock: Clock;
  log: Log;
  /**
   * How long a batch gathers records: an insert costs about the same for one row as for a thousand. After a
   * large batch the next one gathers three times as long, which halves the engine's work under load.
   */
  lingerMs: number;
};

const firstRetryMs = 100;
const slowestRetryMs = 5_000;
const largeBatchRecords = 300;
const lookBackMs = 1_000;

export function startDrain(options: DrainOptions): Drain {
  const { spool, log } = options;
  const stopping = new AbortController();
  let wake = () => {};
  let awake = false;
  const waiters = new Set<{ until: number; done: () => void }>();

  const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  const waitForRecords = () =>
    new Promise<void>((resolve) => {
      if (awake || stopping.signal.aborted) return resolve();
      wake = resolve;
    });

  const releaseWaiters = () => {
    const oldest = spool.oldestSeq() ?? Number.POSITIVE_INFINITY;
    for (const waiter of waiters) if (waiter.until < oldest) waiter.done();
  };

  // Looking back costs the engine as much as an insert: under load several batches share one.
  let lookedBackAt = performance.now();
  const isDue = () => performance.now() - lookedBackAt >= lookBackMs;
  const lookBackOnce = async () => {
    const range = spool.unseen();
    if (!range) return;
    await lookBack(options.analytics, range, options.clock());
    await spool.setSeen(range);
    lookedBackAt = performance.now();
  };

  const run = async () => {
    let retryMs = firstRetryMs;
    while (!stopping.signal.aborted) {
      awake = false;
      try {
        const batch = await spool.nextBatch();
        if (batch) {
          await insertBatch(batch, options);
          await spool.finishBatch(batch);
        }
        if (!batch || waiters.size > 0 || isDue()) await lookBackOnce();
        retryMs = firstRetryMs;
        releaseWaiters();
        if (!batch) await waitForRecords();
        if (waiters.size === 0 && !spool.hasFullBatch()) await wait(lingerAfter(batch, options));
      } catch (error) {
        log.warn({ err: error, retryMs, pending: spool.pendingRecords() }, 'records wait in the spool');
        await wait(retryMs);
        retryMs = Math.min(retryMs * 2, slowestRetryMs);
      }
    }
  };
  const running = run();

  return {
    notify() {
      awake = true;
      wake();
    },
    catchUp(timeoutMs) {
      const until = spool.newestSeq();
      if (until === undefined) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const waiter = {
          until,
          done: () => {
            waiters.delete(waiter);
            clearTimeout(timer);
            resolve();
          },
        };
        const timer = setTimeout(() => {
          waiters.delete(waiter);
          reject(new NotCaughtUp(`Accepted records are still in the spool after ${timeoutMs} ms.`));
        }, timeoutMs);
        waiters.add(waiter);
        this.notify();
      });
    },
    async stop() {
      stopping.abort();
      wake();
      await running;
    },
  };
}

function lingerAfter(batch: Batch | undefined, { lingerMs }: DrainOptions): number {
  return batch && batch.records.length >= largeBatchRecords ? 3 * lingerMs : lingerMs;
}

async function insertBatch(batch: Batch, options: DrainOptions): Promise<void> {
  const records = await keepOwners(batch, options);
  await Promise.all(
    tableNames.map((table) => insertRows(table, rowsOf(table, records), `${batch.name}:${table}`, options)),
  );
}

/**
 * Of several copies of one payment or retried record, the one that holds the claims goes on. The last claim is
 * settled first, and who loses it asks for no other: a transaction that came under the key of another call was
 * not recorded, so it stays free.
 */
async function keepOwners(batch: Batch, { claims, spool, clock }: DrainOptions): Promise<WaitingRecord[]> {
  const ownerOf = (seq: number) => `${spool.id}:${seq}`;
  let kept = batch.records;
  const mostClaims = kept.reduce((most, { record }) => Math.max(most, record.claims.length), 0);
  for (let index = mostClaims - 1; index >= 0; index -= 1) {
    const wanted = kept.flatMap(({ seq, record }) =>
      record.claims.slice(index, index + 1).map((fingerprint) => ({ fingerprint, owner: ownerOf(seq) })),
    );
    const owners = await claims.settle(wanted, clock());
    const losing = wanted.filter(({ fingerprint, owner }) => owners.get(fingerprint) !== owner);
    const losers = new Set(losing.map(({ owner }) => owner));
    kept = kept.filter(({ seq }) => !losers.has(ownerOf(seq)));
  }
  return kept.map(({ record }) => record);
}

function rowsOf(table: TableName, records: WaitingRecord[]): string[] {
  return records.flatMap(({ rows }) => (rows[table] ? [rows[table]] : []));
}

/**
 * A row that the engine can never take must not hold up the rest: the rows are halved until it stands alone, and
 * then set aside. Halves have names of their own, the same ones when the batch is repeated.
 */
async function insertRows(
  table: TableName,
  rows: string[],
  token: string,
  options: DrainOptions,
): Promise<void> {
  if (rows.length === 0) return;
  try {
    await options.analytics.insert(table, rows, token);
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error;
    if (rows.length === 1) return setAside(rows[0] as string, token, error, options);
    const middle = Math.ceil(rows.length / 2);
    await insertRows(table, rows.slice(0, middle), `${token}/a`, options);
    await insertRows(table, rows.slice(middle), `${token}/b`, options);
  }
}

async function setAside(
  row: string,
  name: string,
  reason: RowRefused,
  { spool, log }: DrainOptions,
): Promise<void> {
  await spool.setAside(name, row);
  log.error({ err: reason, name }, 'a record that the engine refuses was set aside in the spool');
}
