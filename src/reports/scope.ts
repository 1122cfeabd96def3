import { type Bound, bind, type Sql, sql } from '../store/analytics/sql.ts';
import type { DateRange } from './date-range.ts';
import type { Filter } from './filters.ts';

/**
 * All that a report can read. Each table is named here once, already bound to the workspace and its websites,
 * and reports have no other way to name one: a report cannot forget whose data it reads.
 */
export type Scope = {
  /** Pageviews and custom events. */
  hits: Sql;
  /** The same, and how long views were visible. */
  hitsAndLeaves: Sql;
  conversions: Sql;
  payments: Sql;
  identities: Sql;
  crawls: Sql;
  drops: Sql;
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

export type ScopeOptions = {
  workspaceId: string;
  websiteIds: readonly string[];
  range: DateRange;
  filters: readonly Filter[];
  ownDomains: readonly string[];
  now: number;
  oldestPendingAt: number | undefined;
  limit: number;
};

// A range that ends before 1970 holds nothing; the engine's instants are bound without a sign.
const notNegative = (instant: number) => Math.max(0, instant);

export function buildScope(options: ScopeOptions): Scope {
  const workspace = bind.string(options.workspaceId);
  const websites = bind.strings(options.websiteIds);
  const mine = sql`workspace_id = ${workspace} AND has(${websites}, website_id)`;
  const from = bind.instant(notNegative(options.range.from));
  const to = bind.instant(notNegative(options.range.to));
  return {
    hits: sql`(SELECT * FROM hits WHERE ${mine} AND type != 'leave')`,
    hitsAndLeaves: sql`(SELECT * FROM hits WHERE ${mine})`,
    conversions: sql`(SELECT * FROM conversions WHERE ${mine})`,
    payments: sql`(SELECT * FROM payments WHERE ${mine})`,
    identities: sql`(SELECT * FROM identities WHERE ${mine})`,
    crawls: sql`(SELECT * FROM crawls WHERE ${mine})`,
    drops: sql`(SELECT * FROM drops WHERE ${mine})`,
    range: options.range,
    // The day goes with it because the tables are sorted by it.
    within: sql`(day >= toDate(${from}) AND day <= toDate(${to}) AND ts >= ${from} AND ts < ${to})`,
    from,
    to,
    filters: options.filters,
    ownDomains: options.ownDomains,
    now: options.now,
    oldestPendingAt: options.oldestPendingAt,
    limit: options.limit,
  };
}
