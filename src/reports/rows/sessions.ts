import { always, and, identifier, joinSql, type Sql, sql } from '../../store/analytics/sql.ts';
import type { SessionFacts } from '../../store/analytics/tables.ts';
import { buildMatch, buildSessionCondition, pageFiltersOf, sessionColumnsOf } from '../question/filters.ts';
import type { Scope } from './scope.ts';

/** Its id and website are those of each of its records, and are asked for like what only the first one tells. */
export type SessionColumn = keyof SessionFacts | 'session_id' | 'website_id';

/** Leaving a page is the session's last activity, and nothing else. */
export const isTraffic = sql`type != 'leave'`;

/**
 * Sessions with at least one hit in the range, as `session_hash`, `has_begun` (1 when its first record lies in the
 * range), `began_at`, `first_place`, `has_bounced`, `lasted_ms`, `all_pageviews`, `all_customs`, `pageviews_within`,
 * `visitors_within`, `customs_within`, `converters_within`, `visits` and the facts asked for. What is not used is not
 * worked out.
 *
 * `visits` is a tuple of three arrays: the visitors and days of its hits in the range, each pair as one number, and the
 * pageviews and custom events of each. `first_visit` is the pair of the first of these hits. Both take far more memory
 * than the rest.
 *
 * A session's facts are those of its first record, wherever that lies, so all records of a session are read
 * when one of them is in the range.
 */
export function buildSessionsInRange(
  scope: Scope,
  columns: readonly SessionColumn[],
  which: Sql = buildHasHitWithin(scope),
): Sql {
  return buildMeasuredInRange(scope, columns, { which, paths: sql``, ends: sql`` });
}

/** The same with `entry` and `exit`, the paths of its first and last pageview; empty without one. */
export function buildSessionsWithEnds(scope: Scope): Sql {
  const isView = sql`type = 'pageview'`;
  return buildMeasuredInRange(scope, [], {
    which: buildHasHitWithin(scope),
    paths: pageFiltersOf(scope.filters).length > 0 ? sql`` : sql`path, `,
    ends: sql`argMinIf(path, place, ${isView}) AS entry, argMaxIf(path, place, ${isView}) AS exit, `,
  });
}

/** All sessions that are looked at are asked for their hits in the range; this leaves most others out beforehand. */
function buildHasHitWithin({ hits, within, settled }: Scope): Sql {
  return settled.hasLooseOutside
    ? sql`session_hash IN (SELECT session_hash FROM ${hits} WHERE ${within})`
    : always;
}

/** What more is read and measured. Both `paths` and `ends` end in a comma, or are empty. */
type Measured = { which: Sql; paths: Sql; ends: Sql };

function buildMeasuredInRange(
  scope: Scope,
  columns: readonly SessionColumn[],
  { which, paths, ends }: Measured,
): Sql {
  const { within, from, to } = scope;
  const needed = sql`${paths}session_hash, ts, seq, type, visitor_hash, ${visit} AS visit, ${within} AS is_within, ${place} AS place`;
  const source = scope.hitsAround(listColumns(scope, columns, needed), which);
  const isCounted = sql`${isTraffic} AND is_within`;
  const measures = sql`
    ${ends}countIf(${isCounted}) AS hits_within, countIf(type = 'pageview' AND is_within) AS pageviews_within,
    countIf(type = 'custom' AND is_within) AS customs_within,
    groupUniqArrayIf(visitor_hash, ${isCounted}) AS visitors_within,
    groupUniqArrayIf(visitor_hash, type = 'custom' AND is_within) AS converters_within,
    argMinIf(visit, place, ${isCounted}) AS first_visit,
    sumMapIf([visit], [toUInt64(type = 'pageview')], [toUInt64(type = 'custom')], ${isCounted}) AS visits`;
  return sql`(
    SELECT *, began_at >= ${from} AND began_at < ${to} AS has_begun,
      all_pageviews = 1 AND all_customs = 0 AS has_bounced,
      toUInt64(toUnixTimestamp64Milli(ended_at) - toUnixTimestamp64Milli(began_at)) AS lasted_ms
    FROM ${buildSessions(scope, source, columns, measures)}
    WHERE ${and(sql`hits_within > 0`, buildFilterCondition(scope))})`;
}

/**
 * Every session that has such a hit, at any time and whatever the filters, with `all_visitors` and the facts asked
 * for; `buildFilterCondition` tells which of them pass.
 */
export function buildSessionsWith(scope: Scope, columns: readonly SessionColumn[], hit: Sql): Sql {
  const touched = sql`session_hash IN (SELECT session_hash FROM ${scope.hits} WHERE ${hit})`;
  const records = (needed: Sql) => sql`(SELECT ${needed} FROM ${scope.hitsAndLeaves} WHERE ${touched})`;
  return buildNamedSessions(scope, columns, records);
}

/** Sessions of the records; a session belongs to each visitor that has a hit in it. */
export function buildNamedSessions(
  scope: Scope,
  columns: readonly SessionColumn[],
  records: (needed: Sql) => Sql,
): Sql {
  const needed = sql`session_hash, ts, seq, type, visitor_hash, website_id, session_id, ${place} AS place`;
  const namesAndVisitors = sql`
    any(website_id) AS session_website, any(session_id) AS session_id,
    groupUniqArrayIf(visitor_hash, ${isTraffic}) AS all_visitors`;
  const facts = columns.filter((column) => column !== 'website_id' && column !== 'session_id');
  return buildSessions(scope, records(listColumns(scope, facts, needed)), columns, namesAndVisitors);
}

function buildSessions(
  scope: Scope,
  hitsAndLeaves: Sql,
  columns: readonly SessionColumn[],
  measures: Sql,
): Sql {
  const facts = factsOf(scope, columns).map(
    (fact) => sql`argMinIf(${fact}, place, ${isTraffic}) AS ${fact}, `,
  );
  return sql`(
    SELECT session_hash, minIf(ts, ${isTraffic}) AS began_at, max(ts) AS ended_at,
      minIf(place, ${isTraffic}) AS first_place, ${joinSql(facts, sql``)}
      countIf(type = 'pageview') AS all_pageviews, countIf(type = 'custom') AS all_customs,
      ${joinSql(buildPageViewed(scope), sql``)} ${measures}
    FROM ${hitsAndLeaves} GROUP BY session_hash)`;
}

/** The facts asked for, and those that the filters look at. */
export function factsOf(scope: Scope, columns: readonly SessionColumn[]): Sql[] {
  return [...new Set([...columns, ...sessionColumnsOf(scope.filters)])].map((column) => identifier(column));
}

function listColumns(scope: Scope, columns: readonly SessionColumn[], always: Sql): Sql {
  const pages = pageFiltersOf(scope.filters).length > 0 ? [sql`path`] : [];
  return joinSql([always, ...factsOf(scope, columns), ...pages], sql`, `);
}

/** A record's place among those of its session, in one number: comparing two columns costs much more. */
export const place = sql`bitShiftLeft(toUInt128(toUnixTimestamp64Milli(ts)), 64) + seq`;

/** A visitor and a day. */
const visit = sql`bitShiftLeft(toUInt128(visitor_hash), 16) + toUInt16(day)`;
export const visitorOf = (pair: Sql) => sql`toUInt64(bitShiftRight(${pair}, 16))`;
export const dayOf = (pair: Sql) => sql`toDate(toUInt16(bitAnd(${pair}, 65535)))`;

function buildPageViewed(scope: Scope): Sql[] {
  return pageFiltersOf(scope.filters).map(
    (filter, index) => sql`max(type = 'pageview' AND ${buildMatch(filter)}) AS ${viewed(index)}, `,
  );
}

/** A session passes `page` when it viewed one of the pages; a negative one when it viewed none of them. */
export function buildFilterCondition(scope: Scope): Sql {
  const pages = pageFiltersOf(scope.filters).map(({ operator }, index) =>
    operator.positive ? sql`${viewed(index)} = 1` : sql`${viewed(index)} = 0`,
  );
  return and(buildSessionCondition(scope.filters), ...pages);
}

/** Whether what belongs to no session passes: its facts are empty, and it viewed no page. */
export function buildNonePasses(scope: Scope): Sql {
  const columns = [...new Set(sessionColumnsOf(scope.filters))];
  const facts = columns.map((column) => sql`, '' AS ${identifier(column)}`);
  const pages = pageFiltersOf(scope.filters).map((_, index) => sql`, 0 AS ${viewed(index)}`);
  return sql`(
    SELECT ${buildFilterCondition(scope)} FROM (SELECT 1 AS one ${joinSql([...facts, ...pages], sql``)}))`;
}

/** Whether a session viewed one of the pages that the filter of this place names. */
export const viewed = (index: number): Sql => identifier(`viewed_${index}`);
