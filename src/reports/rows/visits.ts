import {
  always,
  and,
  identifier,
  identifiers,
  joinSql,
  type Sql,
  sql,
  unionAll,
} from '../../store/analytics/sql.ts';
import { buildMatch, buildSessionCondition, pageFiltersOf } from '../question/filters.ts';
import { type Grouping, narrow, type Scope } from './scope.ts';
import { buildSessionsInRange, isTraffic, type SessionColumn } from './sessions.ts';
import { shareUnsettled, withLooseHits } from './unsettled.ts';

/**
 * Who was there in the range, in sessions that pass the filters. A visit is a session's part that a visitor has on a
 * day: nearly every session is one visit.
 */

/** A row for each visit: `website_id, visitor_hash` and the facts asked for. */
export function buildVisits(scope: Scope, columns: readonly SessionColumn[]): Sql {
  const shown = identifiers([...new Set([...columns, 'website_id'])]);
  const needed = sql`visitor_hash, ${shown}`;
  const settled = buildSettledVisits(scope, needed);
  return sql`(${unionAll([settled, buildLooseVisits(scope, [...columns, 'website_id'], needed)])})`;
}

/** A row for each visit: `website_id, visitor_hash, day`. */
export function buildVisitDays(scope: Scope): Sql {
  const columns = sql`website_id, visitor_hash, day`;
  const settled = buildSettledVisits(scope, columns);
  return sql`(${unionAll([settled, looseVisitDays(scope)(columns)])})`;
}

/** Those of settled days, each a whole session; undefined where none is settled. */
export function buildSettledVisits(scope: Scope, columns: Sql): Sql | undefined {
  return settledVisits(scope)?.(columns);
}

export function settledVisits(scope: Scope): Grouping | undefined {
  const { sessions } = scope.settled;
  return sessions && narrow(sessions, buildPasses(scope, sql`paths`));
}

/**
 * All others, with `session_hash, visitor_hash, pageviews, customs, converts` and the facts asked for. The first visit
 * of a session that began in the range also has what the session counts: `began` and `bounced`, which are 1, `began_at`
 * and `duration_ms`. Where they are not shared, the first also has all that the session counts in the range.
 */
export function buildLooseVisits(scope: Scope, facts: readonly SessionColumn[], columns: Sql): Sql {
  return shareUnsettled(scope, { columns, which: sql`is_visit` }, selectLooseVisits(scope, facts, columns));
}

/** The same for a statement that shares none. */
export function selectLooseVisits(scope: Scope, facts: readonly SessionColumn[], columns: Sql): Sql {
  const shown = [...new Set(facts)].map((fact) => sql`, ${identifier(fact)}`);
  return sql`
    SELECT ${columns} FROM (
      SELECT session_hash, visitor_hash, if(nth = 1, pageviews_within, 0) AS pageviews,
        if(nth = 1, customs_within, 0) AS customs, has(converters_within, visitor_hash) AS converts,
        nth = 1 AND has_begun AS began, began_at, began AND has_bounced AS bounced,
        if(began, lasted_ms, 0) AS duration_ms ${joinSql(shown, sql``)}
      FROM ${buildSessionsInRange(withLooseHits(scope), facts)}
      ARRAY JOIN visitors_within AS visitor_hash, arrayEnumerate(visitors_within) AS nth)`;
}

/** Of the same `website_id, visitor_hash, day` and `pageviews`; where they are not shared, a row for each hit. */
export function looseVisitDays(scope: Scope): Grouping {
  const passes =
    scope.filters.length === 0
      ? always
      : sql`session_hash IN (SELECT session_hash FROM ${buildLooseVisits(scope, [], sql`session_hash`)})`;
  const hits = scope.settled.looseHits(
    sql`website_id, visitor_hash, day, type = 'pageview' AS pageviews`,
    and(isTraffic, scope.within, passes),
  );
  return (columns, which = always, groupBy = sql``) =>
    shareUnsettled(
      scope,
      { columns, which: and(sql`is_visit`, which), groupBy },
      sql`SELECT ${columns} FROM ${hits} WHERE ${which} ${groupBy}`,
    );
}

/** Whether a session passes the filters that viewed these paths. */
function buildPasses(scope: Scope, paths: Sql): Sql {
  const pages = pageFiltersOf(scope.filters).map((filter) => {
    const viewed = sql`arrayExists(path -> ${buildMatch(filter)}, ${paths})`;
    return filter.operator.positive ? viewed : sql`NOT ${viewed}`;
  });
  return and(buildSessionCondition(scope.filters), ...pages);
}
