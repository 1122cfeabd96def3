import { identifier, joinSql, type Sql, sql, whole } from '../store/analytics/sql.ts';
import type { SessionFacts } from '../store/analytics/tables.ts';
import { buildMatch, buildSessionCondition, pageFiltersOf, sessionColumnsOf } from './filters.ts';
import type { Scope } from './scope.ts';

export type SessionColumn = keyof SessionFacts;

/** Leaving a page is the session's last activity, and nothing else. */
const isTraffic = sql`type != 'leave'`;

/** A session belongs to each visitor that has a hit in it. */
const allVisitors = sql`groupUniqArrayIf(visitor_hash, ${isTraffic}) AS all_visitors`;

/**
 * Sessions with at least one hit in the range, as
 * `began` (1 when its first record lies in the range), `bounced`, `duration_ms`, `pageviews_within`,
 * `visitors_within`, `customs_within`, `converters_within`, and the facts asked for.
 *
 * A session's facts are those of its first record, wherever that lies, so all records of a session are read
 * when one of them is in the range.
 */
export function buildSessionsInRange(scope: Scope, columns: readonly SessionColumn[]): Sql {
  const { hits, within, from, to } = scope;
  const touched = sql`session_hash IN (SELECT session_hash FROM ${hits} WHERE ${within})`;
  const measures = sql`
    countIf(type = 'pageview' AND ${within}) AS pageviews_within,
    groupUniqArrayIf(visitor_hash, ${isTraffic} AND ${within}) AS visitors_within,
    countIf(type = 'custom' AND ${within}) AS customs_within,
    groupUniqArrayIf(visitor_hash, type = 'custom' AND ${within}) AS converters_within`;
  return sql`(
    SELECT *, began_at >= ${from} AND began_at < ${to} AS began,
      all_pageviews = 1 AND all_customs = 0 AS bounced,
      toUnixTimestamp64Milli(ended_at) - toUnixTimestamp64Milli(began_at) AS duration_ms
    FROM ${buildSessions(scope, columns, touched, measures)}
    WHERE ${buildFilterCondition(scope)})`;
}

/**
 * Goals and payments of the range, each with the facts of the visitor's last session that began at or before
 * it; a visitor without one leaves the facts empty, which reports show as direct and unknown. Other records to
 * be credited have at least `website_id, visitor_hash, ts, conversions`.
 */
export function buildCredits(
  scope: Scope,
  columns: readonly SessionColumn[],
  credits: Sql = buildGoalsAndPayments(scope),
): Sql {
  const { hits } = scope;
  const visited = sql`session_hash IN (
    SELECT session_hash FROM ${hits} WHERE visitor_hash IN (SELECT visitor_hash FROM ${credits}))`;
  return sql`(
    SELECT *, conversions > 0 ? [credit.visitor_hash] : [] AS converters
    FROM ${credits} AS credit
    ASOF LEFT JOIN (
      SELECT *, arrayJoin(all_visitors) AS session_visitor
      FROM ${buildSessions(scope, columns, visited, allVisitors)}
      ORDER BY session_id DESC
      LIMIT 1 BY session_website, session_visitor, began_at
    ) AS session
    ON credit.website_id = session.session_website AND credit.visitor_hash = session.session_visitor
      AND credit.ts >= session.began_at
    WHERE ${buildFilterCondition(scope)})`;
}

function buildGoalsAndPayments({ conversions, payments, within }: Scope): Sql {
  return sql`(
    SELECT website_id, visitor_hash, ts, 1 AS conversions, toDecimal128(0, 6) AS revenue
    FROM ${conversions} WHERE session_id = '' AND ${within}
    UNION ALL
    SELECT website_id, visitor_hash, ts, 0 AS conversions, amount AS revenue FROM ${payments} WHERE ${within})`;
}

/**
 * Every session that has such a hit, at any time and whatever the filters, with `all_visitors` and the facts asked
 * for; `buildFilterCondition` tells which of them pass.
 */
export function buildSessionsWith(scope: Scope, columns: readonly SessionColumn[], hit: Sql): Sql {
  const touched = sql`session_hash IN (SELECT session_hash FROM ${scope.hits} WHERE ${hit})`;
  return buildSessions(scope, columns, touched, allVisitors);
}

function buildSessions(scope: Scope, columns: readonly SessionColumn[], which: Sql, measures: Sql): Sql {
  const wanted = [...new Set([...columns, ...sessionColumnsOf(scope.filters)])];
  const facts = wanted.map((column) => identifier(column));
  const named = facts.map((fact, index) => sql`, first.${whole(index + 3)} AS ${fact}`);
  const taken = facts.map((fact) => sql`, ${fact}`);
  return sql`(
    SELECT * EXCEPT first, first.1 AS session_website, first.2 AS session_id ${joinSql(named, sql``)}
    FROM (
      SELECT session_hash, minIf(ts, ${isTraffic}) AS began_at, max(ts) AS ended_at,
        argMinIf((website_id, session_id ${joinSql(taken, sql``)}), (ts, seq), ${isTraffic}) AS first,
        countIf(type = 'pageview') AS all_pageviews, countIf(type = 'custom') AS all_customs,
        ${joinSql(buildPageViewed(scope), sql``)} ${measures}
      FROM ${scope.hitsAndLeaves} WHERE ${which} GROUP BY session_hash))`;
}

function buildPageViewed(scope: Scope): Sql[] {
  return pageFiltersOf(scope.filters).map(
    (filter, index) => sql`max(type = 'pageview' AND ${buildMatch(filter)}) AS ${viewed(index)}, `,
  );
}

/** A session passes `page` when it viewed one of the pages; a negative one when it viewed none of them. */
export function buildFilterCondition(scope: Scope): Sql {
  const pages = pageFiltersOf(scope.filters).map(({ operator }, index) =>
    operator.positive ? sql` AND ${viewed(index)} = 1` : sql` AND ${viewed(index)} = 0`,
  );
  return sql`${buildSessionCondition(scope.filters)}${joinSql(pages, sql``)}`;
}

/** Whether what belongs to no session passes: its facts are empty, and it viewed no page. */
export function buildNonePasses(scope: Scope): Sql {
  const columns = [...new Set(sessionColumnsOf(scope.filters))];
  const facts = columns.map((column) => sql`, '' AS ${identifier(column)}`);
  const pages = pageFiltersOf(scope.filters).map((_, index) => sql`, 0 AS ${viewed(index)}`);
  return sql`(
    SELECT ${buildFilterCondition(scope)} FROM (SELECT 1 AS one ${joinSql([...facts, ...pages], sql``)}))`;
}

const viewed = (index: number): Sql => identifier(`viewed_${index}`);
