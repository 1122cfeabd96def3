/**
 * Settlement: working out once, in the background, what reports would else work out from the records of days that
 * are over. What lives here: which days are due, and the statements that settle them. What must not: anything that a
 * report could not do without. A day that is not settled is only slower.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import { deleteRows } from '../store/analytics/delete-rows.ts';
import { type Analytics, EngineUnavailable } from '../store/analytics/open-analytics.ts';
import { buildDays } from '../store/analytics/open-days.ts';
import { bind, identifier, type Sql, sql } from '../store/analytics/sql.ts';
import { type SettledPart, type SettledTableName, settledTableNames } from '../store/analytics/tables.ts';
import type { Lease } from './lease.ts';
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
  lease: Lease;
  intervalMs: number;
};

type DueDay = WebsiteDay & { part: SettledPart; revision: number };

/** A day that still changes is left alone for this long. */
const quietSeconds = 20;
/** Records settled by one statement: bounds its memory. */
const mostRecords = 400_000;
const mostDays = 10_000;
const settlementsAtOnce = 2_000;

const everyWebsite = sql`1`;

export function startSettler(options: SettlerOptions): Settler {
  const { analytics, clock, log } = options;
  const stopping = new AbortController();

  async function settle(quietFor: number): Promise<number> {
    if (!(await options.lease.take())) return 0;
    const due = await findDueDays(analytics, clock(), quietFor);
    let settled = 0;
    for (const chunk of splitDays(due)) {
      if (stopping.signal.aborted || !(await options.lease.take())) break;
      await settleDays(analytics, chunk, nextBuild(clock));
      settled += chunk.length;
    }
    await options.lease.release();
    return settled;
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      await sleep(options.intervalMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        const days = await settle(quietSeconds);
        if (days > 0) log.debug({ days }, 'days settled');
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

/** Days that are over and not settled as they stand, oldest first; traffic before what is credited to it. */
async function findDueDays(analytics: Analytics, now: number, quietFor: number): Promise<DueDay[]> {
  const { data } = await analytics.query(sql`
    SELECT workspace_id, website_id, part, toString(day) AS date, revision
    FROM ${buildDays(everyWebsite)}
    WHERE is_open AND day < toDate(${bind.instant(now)}) AND last_change <= now() - ${bind.integer(quietFor)}
    ORDER BY part, day, workspace_id, website_id`);
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
    const [chunk, before] = [chunks.at(-1), chunks.at(-1)?.at(-1)];
    records += day.revision;
    if (chunk && before?.part === day.part && records <= mostRecords && chunk.length < mostDays) {
      chunk.push(day);
    } else {
      chunks.push([day]);
      records = day.revision;
    }
  }
  return chunks;
}

/** Later runs have greater numbers; the random part keeps those of two servers apart. */
function nextBuild(clock: Clock): number {
  return clock() * 1000 + Math.floor(Math.random() * 1000);
}

/**
 * The days are open while this runs, so no report looks at the rows before the last statement. It names the revision
 * that was read before all others: what arrived since opens the day again.
 */
async function settleDays(analytics: Analytics, days: readonly DueDay[], build: number): Promise<void> {
  const part = days[0]?.part ?? 'traffic';
  const tables = settledTableNames[part];
  for (const table of tables) await removeRows(analytics, table, days);
  await (part === 'traffic' ? settleTraffic : settleCredits)(analytics, days, build);
  for (const table of tables) {
    if (!(await hasRows(analytics, table, sql`${buildOnDays(days)} AND build != ${bind.integer(build)}`)))
      continue;
    // Another server took over meanwhile, and its rows are the later ones.
    for (const own of tables) await removeRows(analytics, own, days, sql`build = ${bind.integer(build)}`);
    return;
  }
  for (let at = 0; at < days.length; at += settlementsAtOnce) {
    await nameSettled(analytics, part, days.slice(at, at + settlementsAtOnce), build);
  }
}

async function nameSettled(
  analytics: Analytics,
  part: SettledPart,
  days: readonly DueDay[],
  build: number,
): Promise<void> {
  await analytics.derive(sql`
    INSERT INTO settlements (workspace_id, website_id, day, part, revision, build)
    SELECT each.1, each.2, toDate(each.3), ${bind.string(part)}, each.4, ${bind.integer(build)}
    FROM (SELECT arrayJoin(arrayZip(${bind.strings(days.map((day) => day.workspaceId))},
      ${bind.strings(days.map((day) => day.websiteId))}, ${bind.strings(days.map(({ day }) => day))},
      ${bind.integers(days.map(({ revision }) => revision))})) AS each)`);
}

/** Deleting costs far more than looking. */
async function removeRows(
  analytics: Analytics,
  table: SettledTableName,
  days: readonly WebsiteDay[],
  which: Sql = sql`1`,
): Promise<void> {
  const chosen = sql`${buildOnDays(days)} AND ${which}`;
  if (!(await hasRows(analytics, table, chosen))) return;
  await deleteRows(
    analytics,
    table,
    days.map(({ day }) => day),
    chosen,
  );
}

async function hasRows(analytics: Analytics, table: SettledTableName, which: Sql): Promise<boolean> {
  const { rows } = await analytics.query(sql`SELECT 1 FROM ${identifier(table)} WHERE ${which} LIMIT 1`);
  return rows > 0;
}
