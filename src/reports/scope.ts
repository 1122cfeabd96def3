import { type Bound, bind, identifier, joinSql, type Sql, sql } from '../store/analytics/sql.ts';
import { hitColumns } from '../store/analytics/tables.ts';
import type { DateRange } from './date-range.ts';
import type { Filter } from './filters.ts';
import { buildIsOpen, type OpenDays } from './open-days.ts';

/**
 * All that a report can read. Each table is named here once, already bound to the workspace and its websites,
 * and reports have no other way to name one: a report cannot forget whose data it reads.
 */
export type Scope = {
  /** Pageviews and custom events. */
  hits: Sql;
  /** The same, and how long views were visible. */
  hitsAndLeaves: Sql;
  /** Of the sessions that have a hit in the range all records, whenever, and those of other sessions in its days. */
  hitsAround: Sql;
  conversions: Sql;
  payments: Sql;
  identities: Sql;
  crawls: Sql;
  drops: Sql;
  settled: SettledScope;
  range: DateRange;
  /** Whether a record lies in the range. */
  within: Sql;
  from: Bound;
  to: Bound;
  filters: readonly Filter[];
  ownDomains: readonly string[];
  /** Unix milliseconds. */
  now: number;
  /** When the oldest record was accepted that the engine does not have yet. */
  oldestPendingAt: number | undefined;
  limit: number;
};

/** What is known of the settled days of the range, and the records that this leaves out. */
export type SettledScope = {
  sessions: Sql;
  pages: Sql;
  credits: Sql;
  /** Hits and leaves of the sessions that are not in `sessions`. */
  looseHits: Sql;
  /** Whether a goal or payment is not in `credits`. */
  isLooseCredit: Sql;
};

export type ScopeOptions = {
  workspaceId: string;
  websiteIds: readonly string[];
  range: DateRange;
  openDays: OpenDays;
  filters: readonly Filter[];
  ownDomains: readonly string[];
  now: number;
  oldestPendingAt: number | undefined;
  limit: number;
};

// A range that ends before 1970 holds nothing; the engine's instants are bound without a sign.
const notNegative = (instant: number) => Math.max(0, instant);

const columnsOfHits = joinSql(
  hitColumns.map((name) => identifier(name)),
  sql`, `,
);

export function buildMine(workspaceId: string, websiteIds: readonly string[]): Sql {
  return sql`workspace_id = ${bind.string(workspaceId)} AND website_id IN ${bind.strings(websiteIds)}`;
}

export function buildScope(options: ScopeOptions): Scope {
  const mine = buildMine(options.workspaceId, options.websiteIds);
  const from = bind.instant(notNegative(options.range.from));
  const to = bind.instant(notNegative(options.range.to));
  const onDays = sql`(day >= toDate(${from}) AND day <= toDate(${to}))`;
  const settled = buildSettledScope(mine, from, to, onDays, options.openDays);
  return {
    hits: sql`(SELECT * FROM hits WHERE ${mine} AND type != 'leave')`,
    hitsAndLeaves: sql`(SELECT * FROM hits WHERE ${mine})`,
    hitsAround: sql`(
      SELECT ${columnsOfHits} FROM hits WHERE ${mine} AND ${onDays}
      UNION ALL SELECT ${columnsOfHits} FROM ${settled.looseHits} WHERE NOT ${onDays})`,
    conversions: sql`(SELECT * FROM conversions WHERE ${mine})`,
    payments: sql`(SELECT * FROM payments WHERE ${mine})`,
    identities: sql`(SELECT * FROM identities WHERE ${mine})`,
    crawls: sql`(SELECT * FROM crawls WHERE ${mine})`,
    drops: sql`(SELECT * FROM drops WHERE ${mine})`,
    settled,
    range: options.range,
    // The day goes with it because the tables are sorted by it.
    within: sql`(${onDays} AND ts >= ${from} AND ts < ${to})`,
    from,
    to,
    filters: options.filters,
    ownDomains: options.ownDomains,
    now: options.now,
    oldestPendingAt: options.oldestPendingAt,
    limit: options.limit,
  };
}

/**
 * A session is either in `settled_sessions`, or all its records are loose: those of open days, and of settled days
 * those that were copied because their session also has records on other days.
 */
function buildSettledScope(mine: Sql, from: Bound, to: Bound, onDays: Sql, openDays: OpenDays): SettledScope {
  const isOpen = buildIsOpen(openDays.traffic);
  const isLooseCredit = buildIsOpen(openDays.credits);
  return {
    sessions: sql`(SELECT * FROM settled_sessions WHERE ${mine} AND ${onDays} AND NOT ${isOpen})`,
    pages: sql`(SELECT * FROM settled_pages WHERE ${mine} AND ${onDays} AND NOT ${isOpen})`,
    credits: sql`(
      SELECT * FROM settled_credits
      WHERE ${mine} AND ${onDays} AND if(part = 'traffic', NOT ${isOpen}, NOT ${isLooseCredit}))`,
    looseHits: sql`(
      SELECT ${columnsOfHits} FROM hits WHERE ${mine} AND ${isOpen}
      UNION ALL
      SELECT ${columnsOfHits} FROM stray_hits
      WHERE ${mine} AND last_day >= toDate(${from}) AND first_day <= toDate(${to}) AND NOT ${isOpen})`,
    isLooseCredit,
  };
}
