import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import type { AnalyticsEngine, RecordBatch } from '../store/analytics/analytics-engine.ts';
import { RowRefused } from '../store/analytics/engine-errors.ts';
import { type TableName, tableNames } from '../store/analytics/tables.ts';
import { buildRows, type RecordRows } from './build-records.ts';
import type { Claims } from './claims.ts';
import { type ErasedSubjects, type IsErased, nobodyErased } from './erased-subjects.ts';
import { parseRecord, type WaitingRecord } from './spool-group.ts';
import type { Batch, Outlet, Refusal } from './spool-outlet.ts';

/** Moves records from the spool into the engine, batch after batch, each exactly once. */
export type Drain = {
  /** Says that there may be something new in the spool. */
  notify(): void;
  /** Resolves once everything accepted before the call is in the engine; rejects after `timeoutMs`. */
  catchUp(timeoutMs: number): Promise<void>;
  /** Stops after the batch under way; what is left stays in the spool for the next start. */
  stop(): Promise<void>;
};

export class NotCaughtUp extends Error {}

export type DrainOptions = {
  spool: Outlet;
  analytics: Pick<AnalyticsEngine, 'store'>;
  claims: Claims;
  /** Without it, nobody counts as erased. */
  erased?: Pick<ErasedSubjects, 'openCheck'>;
  clock: Clock;
  log: Log;
  /**
   * How long a batch gathers records at least, and a third of how long at most: an insert costs about the same for one
   * row as for a thousand. After a small batch the next one gathers for three times as long as that took, so that a
   * website with a visitor now and then does not keep a processor busy. After a large one it gathers for as long: under
   * more load than the engine can follow it works for half of the time, and the answers to reports and writes have the
   * rest.
   */
  gatherMs: number;
  /** Called when reports can see more than before. */
  onStored?(): void;
};

const firstRetryMs = 100;
const slowestRetryMs = 5_000;
const smallBatchRecords = 250;
const largeBatchRecords = 2_500;
const recordsPerTurn = 500;
/** For refused records that a command in another process wants retried. */
const lookAgainMs = 1_000;

export function startDrain(options: DrainOptions): Drain {
  const { spool, log } = options;
  const stopping = new AbortController();
  let wake = () => {};
  let awake = false;
  const waiters = new Set<{ until: number; done: () => void }>();

  const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  let endGathering = () => {};
  const gather = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endGathering = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const waitForRecords = () =>
    new Promise<void>((resolve) => {
      if (awake || stopping.signal.aborted) return resolve();
      const timer = setTimeout(resolve, lookAgainMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
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
        const beganAt = options.clock();
        if (batch) {
          const refusals = await storeBatch(batch, options);
          options.onStored?.();
          await spool.finishBatch(batch, refusals);
        }
        retryMs = firstRetryMs;
        releaseWaiters();
        if (!batch) await waitForRecords();
        if (waiters.size === 0 && !batch?.isFull && !stopping.signal.aborted)
          await gather(findGatheringTime(batch, options.clock() - beganAt, options));
      } catch (error) {
        log.warn({ err: error, retryMs }, 'records wait in the spool');
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
        endGathering();
      });
    },
    async stop() {
      stopping.abort();
      wake();
      endGathering();
      await running;
    },
  };
}

function findGatheringTime(last: Batch | undefined, tookMs: number, { gatherMs }: DrainOptions): number {
  const records = last?.records.length ?? 0;
  if (records >= smallBatchRecords && records < largeBatchRecords) return gatherMs;
  const wantedMs = records < smallBatchRecords ? 3 * tookMs : tookMs;
  return Math.min(Math.max(wantedMs, gatherMs), 3 * gatherMs);
}

/** Resolves to the records that the engine refused. */
async function storeBatch(batch: Batch, options: DrainOptions): Promise<Refusal[]> {
  const holders = await selectClaimHolders(batch, options);
  const refusals: Refusal[] = [];
  const refuse = (record: WaitingRecord, error: Error) => {
    const { seq, line } = record;
    refusals.push({ seq, line, reason: error.message, at: options.clock() });
    options.log.error(
      { err: error, record: seq },
      'a record that the engine refuses was set aside in the spool',
    );
  };
  const built = await buildAll(holders, (await options.erased?.openCheck()) ?? nobodyErased, refuse);
  const storing = { analytics: options.analytics, refuse };
  await storeRecords(built, { name: batch.name, source: options.spool.id }, storing);
  return refusals;
}

/**
 * Of several copies of one payment or retried record, only the one that holds the claims goes on. The last claim is
 * settled first, and a copy that loses it asks for no other: a transaction that came under the idempotency key of
 * another call was not recorded, so it stays free.
 */
async function selectClaimHolders(
  batch: Batch,
  { claims, spool, clock }: DrainOptions,
): Promise<readonly WaitingRecord[]> {
  const ownerOf = (seq: number) => `${spool.id}:${seq}`;
  let holders = batch.records;
  const mostClaims = holders.reduce((most, record) => Math.max(most, record.claims.length), 0);
  for (let index = mostClaims - 1; index >= 0; index -= 1) {
    const wanted = holders.flatMap((record) =>
      record.claims
        .slice(index, index + 1)
        .map((fingerprint) => ({ fingerprint, owner: ownerOf(record.seq) })),
    );
    const owners = await claims.settle(wanted, clock());
    const losing = wanted.filter(({ fingerprint, owner }) => owners.get(fingerprint) !== owner);
    const losers = new Set(losing.map(({ owner }) => owner));
    holders = holders.filter(({ seq }) => !losers.has(ownerOf(seq)));
  }
  return holders;
}

type Refuse = (record: WaitingRecord, error: Error) => void;

type Built = { record: WaitingRecord; rows: RecordRows };

/**
 * Yields to the event loop now and then. A record that was erased while it waited gets no rows but keeps its place, so
 * that a repeated batch is halved at the same points.
 */
async function buildAll(
  records: readonly WaitingRecord[],
  isErased: IsErased,
  refuse: Refuse,
): Promise<Built[]> {
  const built: Built[] = [];
  for (const [index, record] of records.entries()) {
    if (index % recordsPerTurn === recordsPerTurn - 1) await endOfTurn();
    try {
      const accepted = parseRecord(record);
      built.push({ record, rows: isErased(accepted, record.seq) ? {} : buildRows(accepted, record.seq) });
    } catch (error) {
      // Without this the record would fail again and hold up all that came after it.
      refuse(record, error instanceof Error ? error : new Error(String(error)));
    }
  }
  return built;
}

/**
 * A record that the engine can never take must not hold up the rest: the batch is halved until that record stands
 * alone. Halves have names of their own, the same ones when the batch is repeated, and each counts as a source of its
 * own, so that storing one does not overwrite the engine's note that another was stored.
 */
async function storeRecords(
  built: readonly Built[],
  { name, source }: Pick<RecordBatch, 'name' | 'source'>,
  options: { analytics: DrainOptions['analytics']; refuse: Refuse },
): Promise<void> {
  if (built.length === 0) return;
  try {
    await options.analytics.store({ name, source, rows: gatherRows(built) });
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error;
    const [first, ...others] = built;
    if (first && others.length === 0) return options.refuse(first.record, error);
    const middle = Math.ceil(built.length / 2);
    const half = (letter: string) => ({ name: `${name}/${letter}`, source: `${name}/${letter}` });
    await storeRecords(built.slice(0, middle), half('a'), options);
    await storeRecords(built.slice(middle), half('b'), options);
  }
}

function gatherRows(built: readonly Built[]): RecordBatch['rows'] {
  const rowsOf = <Name extends TableName>(table: Name) => built.flatMap(({ rows }) => rows[table] ?? []);
  return Object.fromEntries(tableNames.map((table) => [table, rowsOf(table)]));
}
