/**
 * Settlement: derives once, in the background, what reports would otherwise derive from the records of days that are
 * over. What lives here: which days are due, and the statements that settle them. What must not: anything that a report
 * depends on. Reports over a day that is not settled are only slower.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../../contract/clock.ts';
import type { Log } from '../../../../contract/log.ts';
import type { Lease } from '../../../control/lease.ts';
import { EngineUnavailable } from '../../engine-errors.ts';
import type { Statements } from '../statements.ts';
import { type DueDay, findDueDays, splitDays } from './due-days.ts';
import { createFailedDays, type FailedDay } from './failed-days.ts';
import { settleDays } from './settle-days.ts';

export type Settler = {
  /** Settles every day that is over, however recently it changed or failed; resolves to the number of days. */
  settleNow(): Promise<number>;
  /** Days that could not be settled, with the reason. */
  failedDays(): readonly FailedDay[];
  stop(): Promise<void>;
};

export type SettlerOptions = {
  statements: Statements;
  clock: Clock;
  log: Log;
  lease: Lease;
  /** Undefined: days are settled only when `settleNow` is called. */
  intervalMs: number | undefined;
};

/** A day that still changes is left alone for this long. */
const quietSeconds = 20;

export function startSettler({ statements, clock, log, lease, intervalMs }: SettlerOptions): Settler {
  const stopping = new AbortController();
  const failed = createFailedDays();
  let lastBuild = 0;

  /**
   * Later runs have greater numbers, even where the clock goes back; the random part keeps those of two servers apart.
   */
  const nextBuild = () => {
    lastBuild = Math.max(lastBuild + 1, clock() * 1000 + Math.floor(Math.random() * 1000));
    return lastBuild;
  };

  /** A day that fails must not keep others from being settled: chunks are halved until it stands alone. */
  async function settleChunk(days: readonly DueDay[]): Promise<number> {
    const [first] = days;
    if (!first || stopping.signal.aborted || !(await lease.take())) return 0;
    try {
      await settleDays(statements, first.part, days, nextBuild());
      failed.remove(days);
      return days.length;
    } catch (error) {
      if (!(await statements.isReachable())) throw error;
      if (days.length === 1) {
        failed.note(first, error, clock());
        log.error({ err: error, ...first }, 'a day could not be settled');
        return 0;
      }
    }
    const middle = Math.ceil(days.length / 2);
    return (await settleChunk(days.slice(0, middle))) + (await settleChunk(days.slice(middle)));
  }

  async function settle(quietFor: number, isDue: (day: DueDay) => boolean): Promise<number> {
    if (!(await lease.take())) return 0;
    try {
      const due = await findDueDays(statements, clock(), quietFor);
      failed.removeAllBut(due);
      let settled = 0;
      for (const chunk of splitDays(due.filter(isDue))) settled += await settleChunk(chunk);
      return settled;
    } finally {
      await lease.release();
    }
  }

  // Runs are serialized, whoever asks for them.
  let last: Promise<unknown> = Promise.resolve();
  const settleSerially = (quietFor: number, isDue: (day: DueDay) => boolean) => {
    const run = last.then(() => settle(quietFor, isDue));
    last = run.catch(() => undefined);
    return run;
  };

  const run = async (waitMs: number) => {
    while (!stopping.signal.aborted) {
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        const days = await settleSerially(quietSeconds, (day) => failed.mayTry(day, clock()));
        if (days > 0) log.debug({ days }, 'days settled');
      } catch (error) {
        const level = error instanceof EngineUnavailable ? 'debug' : 'warn';
        log[level]({ err: error }, 'days could not be settled');
      }
    }
  };
  const running = intervalMs === undefined ? Promise.resolve() : run(intervalMs);

  return {
    settleNow: () => settleSerially(0, () => true),
    failedDays: failed.list,
    async stop() {
      stopping.abort();
      await running;
      await last;
    },
  };
}
