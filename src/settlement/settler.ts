/**
 * Settlement: working out once, in the background, what reports would else work out from the records of days that
 * are over. What lives here: which days are due, and the statements that settle them. What must not: anything that a
 * report could not do without. A day that is not settled is only slower.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import { type Analytics, EngineUnavailable } from '../store/analytics/open-analytics.ts';
import { buildOpenDays } from '../store/analytics/open-days.ts';
import { type Bound, bind, identifier, sql, stored } from '../store/analytics/sql.ts';
import { type SettledPart, type SettledTableName, settledTableNames } from '../store/analytics/tables.ts';
import { settleCredits } from './settle-credits.ts';
import { settleTraffic } from './settle-traffic.ts';
import { buildOnDays, type WebsiteDay } from './settled-days.ts';

export type Settler = {
  /** Settles every day that is over, however recently it changed; resolves to the number of days. */
  settleNow(): Promise<number>;
  stop(): Promise<void>;
};

export type SettlerOptions = {
  analytics: Analytics;
  clock: Clock;
  log: Log;
  /** Of several servers on one store only one works at a time. */
  runAlone<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  intervalMs: number;
};

type DueDay = WebsiteDay & { part: SettledPart; revision: number };

/** A day that still changes is left alone for this long. */
const quietSeconds = 20;
/** Records settled by one statement: bounds its memory. */
const mostRecords = 400_000;
const mostDays = 200;

const everyWebsite = sql`1`;

export function startSettler(options: SettlerOptions): Settler {
  const { analytics, clock, log } = options;
  const stopping = new AbortController();

  async function settle(quietFor: number): Promise<number> {
    const due = await findDueDays(analytics, clock(), quietFor);
    for (const part of ['traffic', 'credits'] as const) {
      for (const chunk of splitDays(due.filter((day) => day.part === part))) {
        if (stopping.signal.aborted) return 0;
        await settleDays(analytics, part, chunk, nextBuild(clock));
      }
    }
    return due.length;
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      await sleep(options.intervalMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        const days = await options.runAlone(() => settle(quietSeconds));
        if (days) log.debug({ days }, 'days settled');
      } catch (error) {
        if (!(error instanceof EngineUnavailable)) log.warn({ err: error }, 'days could not be settled');
      }
    }
  };
  const running = run();

  return {
    settleNow: () => settle(0),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Days that are over and settled no more, oldest first. */
async function findDueDays(analytics: Analytics, now: number, quietFor: number): Promise<DueDay[]> {
  const { data } = await analytics.query(sql`
    SELECT workspace_id, website_id, part, toString(day) AS date, revision
    FROM ${buildOpenDays(everyWebsite)}
    WHERE day < toDate(${bind.instant(now)}) AND last_change <= now() - ${bind.integer(quietFor)}
    ORDER BY day, website_id`);
  return data.map((row) => ({
    workspaceId: String(row.workspace_id),
    websiteId: String(row.website_id),
    day: String(row.date),
    part: row.part as SettledPart,
    revision: Number(row.revision),
  }));
}

function splitDays(days: readonly DueDay[]): DueDay[][] {
  const chunks: DueDay[][] = [];
  let records = 0;
  for (const day of days) {
    const chunk = chunks.at(-1);
    records += day.revision;
    if (chunk && records <= mostRecords && chunk.length < mostDays) {
      chunk.push(day);
    } else {
      chunks.push([day]);
      records = day.revision;
    }
  }
  return chunks;
}

/** Later runs have greater numbers; the random part keeps those of two servers apart. */
function nextBuild(clock: Clock): Bound {
  return bind.integer(clock() * 1000 + Math.floor(Math.random() * 1000));
}

/**
 * The days are open while this runs, so no report looks at the rows before the last statement. It names the revision
 * that was read before all others: what arrived since opens the day again.
 */
async function settleDays(
  analytics: Analytics,
  part: SettledPart,
  days: readonly DueDay[],
  build: Bound,
): Promise<void> {
  for (const table of settledTableNames[part]) await removeRows(analytics, table, days);
  await (part === 'traffic' ? settleTraffic : settleCredits)(analytics, days, build);
  await analytics.derive(sql`
    INSERT INTO settlements (workspace_id, website_id, day, part, revision, build)
    SELECT each.1, each.2, toDate(each.3), ${bind.string(part)}, each.4, ${build}
    FROM (SELECT arrayJoin(arrayZip(${bind.strings(days.map((day) => day.workspaceId))},
      ${bind.strings(days.map((day) => day.websiteId))}, ${bind.strings(days.map(({ day }) => day))},
      ${bind.integers(days.map(({ revision }) => revision))})) AS each)`);
}

/** Rows of an earlier run for the same days. Deleting costs far more than looking. */
async function removeRows(
  analytics: Analytics,
  table: SettledTableName,
  days: readonly DueDay[],
): Promise<void> {
  const chosen = buildOnDays(days);
  const { rows } = await analytics.query(sql`SELECT 1 FROM ${identifier(table)} WHERE ${chosen} LIMIT 1`);
  if (rows > 0) await analytics.run(sql`DELETE FROM ${stored(table)} WHERE ${chosen}`);
}
