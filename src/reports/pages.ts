import { joinSql, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildMatch, pageFiltersOf } from './filters.ts';
import type { Scope } from './scope.ts';
import { buildSessionsInRange } from './sessions.ts';
import { rounded } from './tail.ts';

const longestGapSeconds = 1800;

export const pages = defineReport({
  name: 'top_pages',
  path: '/pixel/analytics/pages',
  title: 'Top pages',
  summary: 'The most viewed pages, with the sessions that saw them, bounces and time on page.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  drawing: 'table',
  columns: [
    { name: 'path', kind: 'text', example: '/pricing', description: 'Path of the page.' },
    { name: 'views', kind: 'count', description: 'Pageviews of the path.' },
    { name: 'sessions', kind: 'count', description: 'Sessions that viewed it.' },
    { name: 'bounces', kind: 'count', description: 'Sessions that entered on it and bounced.' },
    { name: 'bounce_rate', kind: 'percent', description: '100 × bounces ÷ sessions.' },
    {
      name: 'avg_time_seconds',
      kind: 'seconds',
      description: 'Mean time on the page: until the next pageview of the session, at most 1,800 seconds.',
    },
  ],
  sql: (scope) => sql`
    SELECT path, count() AS views, uniqExact(session_hash) AS sessions, countIf(bounced) AS bounces,
      ${rounded(sql`100 * bounces / sessions`)} AS bounce_rate,
      ${rounded(sql`avgIf(least(gap_ms / 1000, ${whole(longestGapSeconds)}), has_next)`)} AS avg_time_seconds
    FROM (
      SELECT session_hash, view.1 AS at, view.2 AS path, view.3 AS gap_ms, view.4 AS has_next,
        length(views) = 1 AND customs = 0 AS bounced
      FROM ${buildViewedSessions(scope)} ARRAY JOIN views AS view
      WHERE at >= ${scope.from} AND at < ${scope.to} AND ${buildPageCondition(scope)})
    GROUP BY path
    ORDER BY views DESC, path ASC
    LIMIT ${whole(scope.limit)}`,
});

/**
 * Each session with its pageviews in order, every view with the gap to the next. Shifting fills up with an
 * empty path, which no record has: it marks the last view.
 */
function buildViewedSessions(scope: Scope): Sql {
  const { hits, within } = scope;
  const chosen = scope.filters.some(({ target }) => target.column !== 'path')
    ? sql`session_hash IN (SELECT session_hash FROM ${buildSessionsInRange(withoutPageFilters(scope), [])})`
    : sql`session_hash IN (SELECT session_hash FROM ${hits} WHERE type = 'pageview' AND ${within})`;
  return sql`(
    SELECT session_hash, customs,
      arrayMap((each, next) -> (
          each.1, each.3, toUnixTimestamp64Milli(next.1) - toUnixTimestamp64Milli(each.1), next.3 != ''),
        ordered, arrayShiftLeft(ordered, 1)) AS views
    FROM (
      SELECT session_hash, countIf(type = 'custom') AS customs,
        arraySort(groupArrayIf((ts, seq, path), type = 'pageview')) AS ordered
      FROM ${hits} WHERE ${chosen} GROUP BY session_hash))`;
}

/** On this report `page` selects views, not sessions (contract §3). */
function withoutPageFilters(scope: Scope): Scope {
  return { ...scope, filters: scope.filters.filter(({ target }) => target.column !== 'path') };
}

function buildPageCondition(scope: Scope): Sql {
  const conditions = pageFiltersOf(scope.filters).map((filter) =>
    filter.operator.positive ? buildMatch(filter) : sql`NOT ${buildMatch(filter)}`,
  );
  return joinSql([sql`1`, ...conditions], sql` AND `);
}
