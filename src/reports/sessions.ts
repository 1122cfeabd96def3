import { identifier, joinSql, type Sql, sql, unionAll } from '../store/analytics/sql.ts';
import type { SessionFacts } from '../store/analytics/tables.ts';
import { buildMatch, buildSessionCondition, pageFiltersOf, sessionColumnsOf } from './filters.ts';
import type { Scope, SettledScope } from './scope.ts';

/** Its id and website are those of each of its records, and are asked for like what only the first one tells. */
export type SessionColumn = keyof SessionFacts | 'session_id' | 'website_id';

/** Leaving a page is the session's last activity, and nothing else. */
const isTraffic = sql`type != 'leave'`;

/**
 * Sessions with at least one hit in the range, as `session_hash`, `has_begun` (1 when its first record lies in the
 * range), `began_at`, `bounced`, `lasted_ms`, `all_pageviews`, `all_customs`, `pageviews_within`, `visitors_within`,
 * `customs_within`, `converters_within`, and the facts asked for.
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

function buildHasHitWithin({ hits, within }: Scope): Sql {
  return sql`session_hash IN (SELECT session_hash FROM ${hits} WHERE ${within})`;
}

/** Both `paths` and `ends` end in a comma, or are empty. */
type Measured = { which: Sql; paths: Sql; ends: Sql };

function buildMeasuredInRange(
  scope: Scope,
  columns: readonly SessionColumn[],
  { which, paths, ends }: Measured,
): Sql {
  const { within, from, to } = scope;
  const needed = sql`${paths}session_hash, ts, seq, type, visitor_hash, ${within} AS is_within, ${place} AS place`;
  const source = scope.hitsAround(listColumns(scope, columns, needed), which);
  const measures = sql`
    ${ends}countIf(type = 'pageview' AND is_within) AS pageviews_within,
    groupUniqArrayIf(visitor_hash, ${isTraffic} AND is_within) AS visitors_within,
    countIf(type = 'custom' AND is_within) AS customs_within,
    groupUniqArrayIf(visitor_hash, type = 'custom' AND is_within) AS converters_within`;
  return sql`(
    SELECT *, began_at >= ${from} AND began_at < ${to} AS has_begun,
      all_pageviews = 1 AND all_customs = 0 AS bounced,
      toUnixTimestamp64Milli(ended_at) - toUnixTimestamp64Milli(began_at) AS lasted_ms
    FROM ${buildSessions(scope, source, columns, measures)}
    WHERE notEmpty(visitors_within) AND ${buildFilterCondition(scope)})`;
}

/**
 * The records to be credited, which have at least `website_id, visitor_hash, ts`, each with the facts of the visitor's
 * last session that began at or before it; a visitor without one leaves the facts empty, which reports show as direct
 * and unknown.
 */
export function buildCredits(scope: Scope, columns: readonly SessionColumn[], credits: Sql): Sql {
  return sql`(
    SELECT *
    FROM ${credits} AS credit
    ASOF LEFT JOIN (
      SELECT *, arrayJoin(all_visitors) AS session_visitor
      FROM ${buildNamedSessions(scope, columns, (needed) => buildRecordsOfCredited(scope, needed, credits))}
      ORDER BY session_id DESC
      LIMIT 1 BY session_website, session_visitor, began_at
    ) AS session
    ON credit.website_id = session.session_website AND credit.visitor_hash = session.session_visitor
      AND credit.ts >= session.began_at
    WHERE ${buildFilterCondition(scope)})`;
}

/**
 * All records of the sessions that the credited visitors have; of settled days only those of visitors who need it, for
 * these are looked for in the website's whole history. A record may be there twice.
 */
function buildRecordsOfCredited({ hits, hitsAndLeaves, settled }: Scope, needed: Sql, credits: Sql): Sql {
  const ofVisitors = (visitors: Sql, from: Sql) =>
    sql`session_hash IN (SELECT session_hash FROM ${from} WHERE visitor_hash IN (${visitors}))`;
  const inHistory = (visitors: Sql) =>
    sql`SELECT ${needed} FROM ${hitsAndLeaves} WHERE ${ofVisitors(visitors, hits)}`;
  const everyone = sql`SELECT visitor_hash FROM ${credits}`;
  if (!settled.sessions || settled.isShort) return inHistory(everyone);
  const looseHits = settled.looseHits(sql`session_hash, visitor_hash`, isTraffic);
  return unionAll([
    sql`SELECT * FROM ${settled.looseHits(needed, ofVisitors(everyone, looseHits))}`,
    inHistory(buildUndecided(settled, credits)),
  ]);
}

/** Visitors with a record before which no session of theirs began that is later than all that is settled. */
function buildUndecided({ looseHits, until }: SettledScope, credits: Sql): Sql {
  return sql`
    SELECT credit.visitor_hash FROM ${credits} AS credit
    LEFT JOIN (
      SELECT late_website, late_visitor, min(late_at) AS first_late
      FROM (
        SELECT any(website_id) AS late_website, min(ts) AS late_at, groupUniqArray(visitor_hash) AS late_visitors
        FROM ${looseHits(sql`website_id, session_hash, ts, visitor_hash`, isTraffic)} GROUP BY session_hash)
      ARRAY JOIN late_visitors AS late_visitor
      WHERE late_at >= ${until}
      GROUP BY late_website, late_visitor
    ) AS late ON credit.website_id = late.late_website AND credit.visitor_hash = late.late_visitor
    WHERE NOT (first_late >= ${until} AND first_late <= credit.ts)`;
}

/** Those of the range for which `which` holds. */
export function buildGoalsAndPayments({ conversions, payments, within }: Scope, which: Sql): Sql {
  return sql`(
    SELECT website_id, visitor_hash, ts, 1 AS is_goal, toDecimal128(0, 6) AS revenue
    FROM ${conversions} WHERE session_id = '' AND ${within} AND ${which}
    UNION ALL
    SELECT website_id, visitor_hash, ts, 0 AS is_goal, amount AS revenue
    FROM ${payments} WHERE ${within} AND ${which})`;
}

/**
 * Every session that has such a hit, at any time and whatever the filters, with `all_visitors` and the facts asked
 * for; `buildFilterCondition` tells which of them pass.
 */
export function buildSessionsWith(scope: Scope, columns: readonly SessionColumn[], hit: Sql): Sql {
  const touched = sql`session_hash IN (SELECT session_hash FROM ${scope.hits} WHERE ${hit})`;
  const records = (needed: Sql) => sql`SELECT ${needed} FROM ${scope.hitsAndLeaves} WHERE ${touched}`;
  return buildNamedSessions(scope, columns, records);
}

/** Sessions of the records; a session belongs to each visitor that has a hit in it. */
function buildNamedSessions(
  scope: Scope,
  columns: readonly SessionColumn[],
  records: (needed: Sql) => Sql,
): Sql {
  const needed = sql`session_hash, ts, seq, type, visitor_hash, website_id, session_id, ${place} AS place`;
  const namesAndVisitors = sql`
    any(website_id) AS session_website, any(session_id) AS session_id,
    groupUniqArrayIf(visitor_hash, ${isTraffic}) AS all_visitors`;
  const facts = columns.filter((column) => column !== 'website_id' && column !== 'session_id');
  const source = sql`(${records(listColumns(scope, facts, needed))})`;
  return buildSessions(scope, source, columns, namesAndVisitors);
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
    SELECT session_hash, minIf(ts, ${isTraffic}) AS began_at, max(ts) AS ended_at, ${joinSql(facts, sql``)}
      countIf(type = 'pageview') AS all_pageviews, countIf(type = 'custom') AS all_customs,
      ${joinSql(buildPageViewed(scope), sql``)} ${measures}
    FROM ${hitsAndLeaves} GROUP BY session_hash)`;
}

function factsOf(scope: Scope, columns: readonly SessionColumn[]): Sql[] {
  return [...new Set([...columns, ...sessionColumnsOf(scope.filters)])].map((column) => identifier(column));
}

function listColumns(scope: Scope, columns: readonly SessionColumn[], always: Sql): Sql {
  const pages = pageFiltersOf(scope.filters).length > 0 ? [sql`path`] : [];
  return joinSql([always, ...factsOf(scope, columns), ...pages], sql`, `);
}

/** A record's place among those of its session, in one number: comparing two columns costs much more. */
const place = sql`bitShiftLeft(toUInt128(toUnixTimestamp64Milli(ts)), 64) + seq`;

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
