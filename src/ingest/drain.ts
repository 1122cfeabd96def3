import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import type { AnalyticsEngine, RecordBatch } from '../store/analytics/analytics-engine.ts';
import { RowRefused } from '../store/analytics/engine-errors.ts';
import { tableNames } from '../store/analytics/tables.ts';
import type { Claims } from './claims.ts';
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
  analytics: Pick<AnalyticsEngine, 'store'>;
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

  const run = async () => {
    let retryMs = firstRetryMs;
    while (!stopping.signal.aborted) {
      awake = false;
      try {
        const batch = await spool.nextBatch();
        if (batch) {
          await storeBatch(batch, options);
          await spool.finishBatch(batch);
        }
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

async function storeBatch(batch: Batch, options: DrainOptions): Promise<void> {
  const records = await keepOwners(batch, options);
  await storeRecords(records, { name: batch.name, source: options.spool.id }, options);
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

/**
 * A record that the engine can never take must not hold up the rest: the batch is halved until it stands alone, and then
 * set aside. Halves have names of their own, the same ones when the batch is repeated, and each is a source of its own,
 * so that none is forgotten when another one is stored.
 */
async function storeRecords(
  records: readonly WaitingRecord[],
  { name, source }: Pick<RecordBatch, 'name' | 'source'>,
  options: DrainOptions,
): Promise<void> {
  if (records.length === 0) return;
  try {
    await options.analytics.store({ name, source, rows: buildRows(records) });
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error;
    const [first, ...others] = records;
    if (first && others.length === 0) return setAside(first, name, error, options);
    const middle = Math.ceil(records.length / 2);
    const half = (letter: string) => ({ name: `${name}/${letter}`, source: `${name}/${letter}` });
    await storeRecords(records.slice(0, middle), half('a'), options);
    await storeRecords(records.slice(middle), half('b'), options);
  }
}

function buildRows(records: readonly WaitingRecord[]): RecordBatch['rows'] {
  const rowsOf = tableNames.map((table) => [table, records.flatMap(({ rows }) => rows[table] ?? [])]);
  return Object.fromEntries(rowsOf);
}

async function setAside(
  { rows }: WaitingRecord,
  name: string,
  reason: RowRefused,
  { spool, log }: DrainOptions,
): Promise<void> {
  for (const [table, row] of Object.entries(rows)) await spool.setAside(`${name}:${table}`, row);
  log.error({ err: reason, name }, 'a record that the engine refuses was set aside in the spool');
}
