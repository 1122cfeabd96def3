import { identifier, joinSql, type Sql, sql, unionAll } from '../store/analytics/sql.ts';
import { factNames } from '../store/analytics/tables.ts';
import { buildMatch, buildSessionCondition, pageFiltersOf } from './filters.ts';
import type { Scope } from './scope.ts';
import { buildSessionsInRange, dayOf, isTraffic, place, type SessionColumn, visitorOf } from './sessions.ts';

/**
 * Who was there in the range, in sessions that pass the filters. A visit is a session's part that a visitor has on a
 * day: nearly every session is one visit.
 */

/** A row for each visit: `website_id, visitor_hash` and the facts asked for. */
export function buildVisits(scope: Scope, columns: readonly SessionColumn[]): Sql {
  const shown = joinSql(
    [...new Set([...columns, 'website_id'])].map((column) => identifier(column)),
    sql`, `,
  );
  return unionVisits(scope, [...columns, 'website_id'], sql`visitor_hash, ${shown}`);
}

/** A row for each visit: `website_id, visitor_hash, day`. */
export function buildVisitDays(scope: Scope): Sql {
  return unionVisits(scope, ['website_id'], sql`website_id, visitor_hash, day`);
}

function unionVisits(scope: Scope, facts: readonly SessionColumn[], columns: Sql): Sql {
  const settled = buildSettledVisits(scope, columns);
  return sql`(${unionAll([
    settled && sql`SELECT * FROM ${settled}`,
    sql`SELECT * FROM ${buildLooseVisits(scope, facts, columns)}`,
  ])})`;
}

/** Those of settled days, each a whole session; undefined where none is settled. */
export function buildSettledVisits(scope: Scope, columns: Sql): Sql | undefined {
  return scope.settled.sessions?.(columns, buildPasses(scope, sql`paths`));
}

/**
 * All others, with `session_hash, visitor_hash, day, pageviews, customs` and the facts asked for. The first visit of a
 * session that began in the range also has what the session counts: `began` and `bounced`, which are 1, `began_at` and
 * `duration_ms`.
 */
export function buildLooseVisits(scope: Scope, facts: readonly SessionColumn[], columns: Sql): Sql {
  const around = withLooseHits(scope);
  const alone = sql`SELECT ${columns} FROM (${selectVisits(buildSessionsInRange(around, facts), facts)})`;
  // What a session viewed outside of the range is not kept.
  if (pageFiltersOf(scope.filters).length > 0) return sql`(${alone})`;
  return scope.share({
    made: selectVisits(buildSessionsWithAllFacts({ ...around, filters: [] }), allFacts),
    columns,
    which: buildSessionCondition(scope.filters),
    alone,
  });
}

const allFacts = [...factNames, 'website_id'] as const;

function selectVisits(sessions: Sql, facts: readonly SessionColumn[]): Sql {
  const shown = [...new Set(facts)].map((fact) => sql`, ${identifier(fact)}`);
  return sql`
    SELECT session_hash, ${visitorOf(sql`visit`)} AS visitor_hash, ${dayOf(sql`visit`)} AS day,
      visit_pageviews AS pageviews, visit_customs AS customs, visit = first_visit AND has_begun AS began, began_at,
      began AND has_bounced AS bounced, if(began, lasted_ms, 0) AS duration_ms ${joinSql(shown, sql``)}
    FROM ${sessions}
    ARRAY JOIN visits.1 AS visit, visits.2 AS visit_pageviews, visits.3 AS visit_customs`;
}

/** To look up the first record takes half as long as to carry all that it tells through the grouping by session. */
function buildSessionsWithAllFacts(scope: Scope): Sql {
  const facts = joinSql(
    allFacts.map((fact) => identifier(fact)),
    sql`, `,
  );
  const records = scope.settled.looseHits(sql`session_hash, ts, seq, ${facts}`, isTraffic);
  return sql`(
    SELECT session.*, ${facts}
    FROM (SELECT session_hash AS first_session, ${place} AS place, ${facts} FROM ${records}) AS first
    ANY INNER JOIN ${buildSessionsInRange(scope, [])} AS session
    ON first.first_session = session.session_hash AND first.place = session.first_place)`;
}

function withLooseHits(scope: Scope): Scope {
  if (!scope.settled.sessions) return scope;
  // They are few: looking for those of sessions in the range costs more than taking all.
  return { ...scope, hitsAround: (columns) => scope.settled.looseHits(columns) };
}

/** Whether a session passes the filters that viewed these paths. */
function buildPasses(scope: Scope, paths: Sql): Sql {
  const pages = pageFiltersOf(scope.filters).map((filter) => {
    const viewed = sql`arrayExists(path -> ${buildMatch(filter)}, ${paths})`;
    return filter.operator.positive ? sql` AND ${viewed}` : sql` AND NOT ${viewed}`;
  });
  return sql`${buildSessionCondition(scope.filters)}${joinSql(pages, sql``)}`;
}
