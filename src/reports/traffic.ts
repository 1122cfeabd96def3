import { identifier, joinSql, type Sql, sql } from '../store/analytics/sql.ts';
import { buildMatch, buildSessionCondition, pageFiltersOf } from './filters.ts';
import type { Scope } from './scope.ts';
import { buildCredits, buildGoalsAndPayments, buildSessionsInRange, type SessionColumn } from './sessions.ts';

/**
 * Traffic of the range from what is settled and what is loose, as rows of
 * `bucket, visitor_hash, began, pageviews, bounces, duration_ms` and the facts asked for. A session has a row for each
 * of its visitors; the counts stand in one of them. A visitor's rows all have the same bucket, of which there are 16.
 */
export function buildTraffic(scope: Scope, columns: readonly SessionColumn[]): Sql {
  const facts = listFacts(columns);
  return sql`(
    SELECT bucket, visitor_hash, toUInt8(1) AS began, pageviews, toUInt8(bounced) AS bounces, duration_ms ${facts}
    FROM ${buildSettledSessions(scope)}
    UNION ALL
    SELECT toUInt8(bitShiftRight(visitor, 60)) AS bucket, visitor AS visitor_hash,
      toUInt8(place = 1 AND session_began) AS began,
      if(place = 1, pageviews_within, 0) AS pageviews, toUInt8(place = 1 AND session_began AND bounced) AS bounces,
      if(place = 1 AND session_began, session_ms, 0) AS duration_ms ${facts}
    FROM (
      SELECT * EXCEPT (began, duration_ms), began AS session_began, duration_ms AS session_ms
      FROM ${buildSessionsInRange(looseOnly(scope), columns)})
    ARRAY JOIN visitors_within AS visitor, arrayEnumerate(visitors_within) AS place)`;
}

/**
 * Conversions and payments of the range as rows of `visitor_hash, converts, conversions, revenue` and the facts asked
 * for, which are those of their session: custom events have their own, goals and payments the visitor's last before
 * them.
 */
export function buildConverted(scope: Scope, columns: readonly SessionColumn[]): Sql {
  // A page filter asks what a session viewed, and what is settled of conversions does not tell.
  const needsRecords = pageFiltersOf(scope.filters).length > 0;
  const facts = listFacts(columns);
  const customs = sql`
    SELECT visitor AS visitor_hash, toUInt8(1) AS converts, if(place = 1, customs_within, 0) AS conversions,
      toDecimal128(0, 6) AS revenue ${facts}
    FROM ${buildSessionsInRange(needsRecords ? scope : looseOnly(scope), columns)}
    ARRAY JOIN converters_within AS visitor, arrayEnumerate(converters_within) AS place`;
  const credits = sql`
    SELECT visitor_hash, toUInt8(is_goal) AS converts, toUInt64(is_goal) AS conversions, revenue ${facts}
    FROM ${buildCredits(scope, columns, buildGoalsAndPayments(scope, needsRecords ? sql`1` : scope.settled.isLooseCredit))}`;
  const settled = sql`
    SELECT visitor_hash, toUInt8(conversions > 0) AS converts, conversions, revenue ${facts}
    FROM ${scope.settled.credits} WHERE ${buildSessionCondition(scope.filters)}`;
  return joinSql([customs, credits, ...(needsRecords ? [] : [settled])], sql` UNION ALL `);
}

/** Sessions of settled days that pass the filters. */
export function buildSettledSessions(scope: Scope): Sql {
  const pages = pageFiltersOf(scope.filters).map((filter) => {
    const viewed = sql`arrayExists(path -> ${buildMatch(filter)}, paths)`;
    return filter.operator.positive ? sql` AND ${viewed}` : sql` AND NOT ${viewed}`;
  });
  return sql`(
    SELECT * FROM ${scope.settled.sessions} WHERE ${buildSessionCondition(scope.filters)}${joinSql(pages, sql``)})`;
}

/** The scope as it would be if the sessions that are settled had never been. */
export function looseOnly(scope: Scope): Scope {
  const { looseHits } = scope.settled;
  return {
    ...scope,
    hits: sql`(SELECT * FROM ${looseHits} WHERE type != 'leave')`,
    hitsAndLeaves: looseHits,
    hitsAround: looseHits,
  };
}

function listFacts(columns: readonly SessionColumn[]): Sql {
  return joinSql(
    [...new Set(columns)].map((column) => sql`, ${identifier(column)}`),
    sql``,
  );
}
