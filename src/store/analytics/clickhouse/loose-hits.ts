import type { Span } from '../relations.ts';
import { and, DerivedOnce, type Sql, sql, unionAll } from '../sql.ts';
import { definingColumns } from './columns.ts';
import {
  buildIsOpen,
  buildIsSettled,
  buildWithin,
  hasOpenDaysOutside,
  never,
  touchDays,
  writeDay,
} from './day-conditions.ts';
import type { DaySpan } from './day-span.ts';
import type { TenantDays } from './open-days.ts';

export type LooseScope = {
  /** Whose rows they are. */
  mine: Sql;
  websiteIds: readonly string[];
  days: TenantDays;
};

/**
 * Hits and leaves of sessions that are not settled: those of open days, and those of settled days that were copied
 * because their session also has records on other days. A session with a record on a day of the span is returned with
 * all its records, whenever they were.
 */
export function buildLooseHits(scope: LooseScope, span: Span): Sql {
  const days = touchDays(span);
  const ofDays = buildWithin(days);
  const { traffic } = scope.days;
  return sql`(${unionAll([
    sql`SELECT ${definingColumns} FROM hits WHERE ${and(isOpenHit(scope), ofDays)}`,
    ...(hasOpenDaysOutside(traffic, days) ? [selectOutside(scope, ofDays)] : []),
    ...(traffic.open === 'all' ? [] : [selectStrays(scope, days)]),
  ])})`;
}

/** Records of the same sessions on other open days. */
function selectOutside(scope: LooseScope, ofDays: Sql): Sql {
  const sessions = [sql`SELECT session_hash FROM hits WHERE ${and(isOpenHit(scope), ofDays)}`];
  if (scope.days.traffic.open !== 'all') {
    sessions.push(sql`SELECT session_hash FROM stray_hits WHERE ${and(isSettledHit(scope), ofDays)}`);
  }
  // On a cluster, a condition with a subquery works only outside of the brackets.
  return sql`
    SELECT * FROM (SELECT ${definingColumns} FROM hits WHERE ${and(isOpenHit(scope), sql`NOT (${ofDays})`)})
    WHERE session_hash IN (SELECT session_hash FROM ${new DerivedOnce(unionAll(sessions))})`;
}

function selectStrays(scope: LooseScope, { first, last }: DaySpan): Sql {
  const overlaps =
    first > last ? never : sql`first_day <= ${writeDay(last)} AND last_day >= ${writeDay(first)}`;
  return sql`SELECT ${definingColumns} FROM stray_hits WHERE ${and(isSettledHit(scope), overlaps)}`;
}

function isOpenHit({ mine, websiteIds, days }: LooseScope): Sql {
  return and(mine, buildIsOpen(websiteIds, days.traffic));
}

function isSettledHit({ mine, websiteIds, days }: LooseScope): Sql {
  return and(mine, buildIsSettled(websiteIds, days.traffic));
}
