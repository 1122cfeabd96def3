import { identifier, joinSql, type Sql, sql, unionAll } from '../store/analytics/sql.ts';
import { buildMatch, buildSessionCondition, pageFiltersOf } from './filters.ts';
import type { Scope, Source } from './scope.ts';
import { buildCredits, buildGoalsAndPayments, buildSessionsInRange, type SessionColumn } from './sessions.ts';

/**
 * All that happened in the range, from what is settled and what is loose, as rows of `bucket, visitor_hash, visits,
 * began, pageviews, bounces, duration_ms, converts, conversions, revenue` and the facts asked for. A session has a row
 * for each of its visitors, with its counts in one of them; a goal or payment has a row of its own, which is no visit.
 * A visitor's rows all have the same bucket, of which there are 16.
 */
export function buildTraffic(scope: Scope, columns: readonly SessionColumn[]): Sql {
  const facts = listFacts(columns);
  return sql`(${unionAll([
    buildSettledTraffic(scope, facts),
    buildLooseTraffic(scope, columns, facts),
    ...buildCredited(scope, columns, facts),
  ])})`;
}

const nothing = sql`toDecimal128(0, 6)`;
const bucketOf = (visitor: Sql) => sql`toUInt8(bitShiftRight(${visitor}, 60))`;

function buildSettledTraffic(scope: Scope, facts: Sql): Sql | undefined {
  const needed = sql`bucket, visitor_hash, pageviews, bounced, duration_ms, customs ${facts}`;
  const sessions = buildSettledSessions(scope, needed);
  return (
    sessions &&
    sql`
    SELECT bucket, visitor_hash, toUInt8(1) AS visits, toUInt8(1) AS began, pageviews, toUInt8(bounced) AS bounces,
      duration_ms, customs > 0 AS converts, customs AS conversions, ${nothing} AS revenue ${facts}
    FROM ${sessions}`
  );
}

function buildLooseTraffic(scope: Scope, columns: readonly SessionColumn[], facts: Sql): Sql {
  return sql`
    SELECT ${bucketOf(sql`visitor`)} AS bucket, visitor AS visitor_hash, toUInt8(1) AS visits,
      toUInt8(place = 1 AND has_begun) AS began, if(place = 1, pageviews_within, 0) AS pageviews,
      toUInt8(place = 1 AND has_begun AND bounced) AS bounces, if(place = 1 AND has_begun, lasted_ms, 0) AS duration_ms,
      has(converters_within, visitor) AS converts, if(place = 1, customs_within, 0) AS conversions,
      ${nothing} AS revenue ${facts}
    FROM ${buildLooseSessions(scope, columns)}
    ARRAY JOIN visitors_within AS visitor, arrayEnumerate(visitors_within) AS place`;
}

/** A page filter asks what a session viewed, and what is settled of goals and payments does not tell. */
function buildCredited(
  scope: Scope,
  columns: readonly SessionColumn[],
  facts: Sql,
): readonly (Sql | undefined)[] {
  const rows = (converts: Sql, source: Sql) => sql`
    SELECT ${bucketOf(sql`visitor_hash`)} AS bucket, visitor_hash, 0 AS visits, 0 AS began, 0 AS pageviews, 0 AS bounces,
      0 AS duration_ms, ${converts} > 0 AS converts, ${converts} AS conversions, revenue ${facts}
    FROM ${source}`;
  const fromRecords = (which: Sql) =>
    rows(sql`is_goal`, buildCredits(scope, columns, buildGoalsAndPayments(scope, which)));
  if (pageFiltersOf(scope.filters).length > 0) return [fromRecords(sql`1`)];
  const { credits, isLooseCredit } = scope.settled;
  const settled = credits?.(
    sql`visitor_hash, conversions, revenue ${facts}`,
    buildSessionCondition(scope.filters),
  );
  return [settled && rows(sql`conversions`, settled), isLooseCredit && fromRecords(isLooseCredit)];
}

/** Sessions of settled days that pass the filters; undefined where none is settled. */
export function buildSettledSessions(scope: Scope, columns: Sql): Sql | undefined {
  const pages = pageFiltersOf(scope.filters).map((filter) => {
    const viewed = sql`arrayExists(path -> ${buildMatch(filter)}, paths)`;
    return filter.operator.positive ? sql` AND ${viewed}` : sql` AND NOT ${viewed}`;
  });
  return scope.settled.sessions?.(
    columns,
    sql`${buildSessionCondition(scope.filters)}${joinSql(pages, sql``)}`,
  );
}

/** Sessions with a hit in the range that are not settled. */
export function buildLooseSessions(scope: Scope, columns: readonly SessionColumn[]): Sql {
  if (!scope.settled.sessions) return buildSessionsInRange(scope, columns);
  // They are few: looking for them costs more than taking all.
  const hitsAround: Source = (wanted) => scope.settled.looseHits(wanted);
  return buildSessionsInRange({ ...scope, hitsAround }, columns);
}

function listFacts(columns: readonly SessionColumn[]): Sql {
  return joinSql(
    [...new Set(columns)].map((column) => sql`, ${identifier(column)}`),
    sql``,
  );
}
