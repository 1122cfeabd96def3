import { always, and, type Sql, sql, unionAll, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildMatch, pageFiltersOf } from './question/filters.ts';
import type { Scope } from './rows/scope.ts';
import { rounded } from './rows/tail.ts';
import { buildLooseVisits, buildSettledVisits } from './rows/visits.ts';

const longestGapMs = 1_800_000;

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
      description:
        'Mean visible time; where the script sent none, until the next pageview, at most 1,800 seconds.',
    },
  ],
  sql: (scope) => sql`
    SELECT path, sum(row_views) AS views, sum(row_sessions) AS sessions, sum(row_bounces) AS bounces,
      ${rounded(sql`100 * bounces / sessions`)} AS bounce_rate,
      ${rounded(sql`sum(row_ms) / sum(row_timed) / 1000`)} AS avg_time_seconds
    FROM (${unionAll([buildSettledPages(scope), buildLoosePages(scope)])})
    GROUP BY path
    ORDER BY views DESC, path ASC
    LIMIT ${whole(scope.limit)}`,
});

/** Sums of whole days where no filter asks for the sessions behind them. */
function buildSettledPages(scope: Scope): Sql | undefined {
  return selectsSessions(scope) ? buildPagesOfSessions(scope) : buildPagesOfDays(scope);
}

function buildPagesOfSessions(scope: Scope): Sql | undefined {
  const needed = sql`pageviews, customs, paths, path_views, path_spent_ms, path_timed`;
  const sessions = buildSettledVisits(withoutPageFilters(scope), needed);
  return (
    sessions &&
    sql`
      SELECT path, toUInt64(each_views) AS row_views, toUInt64(1) AS row_sessions,
        toUInt64(pageviews = 1 AND customs = 0) AS row_bounces, each_spent_ms AS row_ms, toUInt64(each_timed) AS row_timed
      FROM ${sessions}
      ARRAY JOIN paths AS path, path_views AS each_views, path_spent_ms AS each_spent_ms, path_timed AS each_timed
      WHERE ${buildPageCondition(scope)}`
  );
}

function buildPagesOfDays(scope: Scope): Sql | undefined {
  const shown = sql`path, views AS row_views, sessions AS row_sessions, bounces AS row_bounces, spent_ms AS row_ms, timed AS row_timed`;
  return scope.settled.pages?.(shown, buildPageCondition(scope));
}

function buildLoosePages(scope: Scope): Sql {
  const chosen = selectsSessions(scope)
    ? sql`session_hash IN (SELECT session_hash FROM ${buildLooseVisits(withoutPageFilters(scope), [], sql`session_hash`)})`
    : always;
  const pages = selectPagesOfSessions(scope);
  const shown = sql`path, views AS row_views, toUInt64(1) AS row_sessions, bounces AS row_bounces, ms AS row_ms, timed AS row_timed`;
  const which = and(chosen, buildPageCondition(scope));
  return scope.share({
    made: pages,
    columns: shown,
    which,
    alone: sql`SELECT ${shown} FROM (${pages}) WHERE ${which}`,
  });
}

/**
 * What each session viewed in the range, by path. First each session with its pageviews in order, every view with its
 * visible time and the gap to the next: shifting fills up with an empty path, which no record has, and it marks the
 * last view. Views are first joined with the leaves that name them; those without a name (view 0) stand each for itself.
 */
function selectPagesOfSessions(scope: Scope): Sql {
  return sql`
    SELECT session_hash, path, count() AS views, toUInt64(max(bounced)) AS bounces, countIf(is_known) AS timed,
      sumIf(toUInt64(spent_ms), is_known) AS ms
    FROM (
      SELECT session_hash, view.1 AS at, view.2 AS path, length(views) = 1 AND customs = 0 AS bounced,
        toInt64(view.3) AS visible_ms, view.4 AS gap_ms, view.5 AS has_next,
        if(visible_ms > 0, visible_ms, least(gap_ms, ${whole(longestGapMs)})) AS spent_ms,
        visible_ms > 0 OR has_next AS is_known
      FROM (
        SELECT session_hash, customs,
          arrayMap((each, next) -> (
              each.1, each.3, each.4, toUnixTimestamp64Milli(next.1) - toUnixTimestamp64Milli(each.1), next.3 != ''),
            ordered, arrayShiftLeft(ordered, 1)) AS views
        FROM (
          SELECT session_hash, sum(customs) AS customs,
            arraySort(groupArrayArray(arrayMap(each -> (each.1, each.2, each.3, visible_ms), named))) AS ordered
          FROM (
            SELECT session_hash, if(view = 0, seq, view) AS view_name, countIf(type = 'custom') AS customs,
              groupArrayIf((ts, seq, path), type = 'pageview') AS named,
              sumIf(visible_ms, type = 'leave') AS visible_ms
            FROM ${scope.settled.looseHits(sql`session_hash, ts, seq, type, path, view, visible_ms`)}
            GROUP BY session_hash, view_name)
          GROUP BY session_hash))
      ARRAY JOIN views AS view
      WHERE at >= ${scope.from} AND at < ${scope.to})
    GROUP BY session_hash, path`;
}

function selectsSessions(scope: Scope): boolean {
  return scope.filters.some(({ target }) => target.column !== 'path');
}

/** On this report `page` selects views, not sessions (contract §3). */
function withoutPageFilters(scope: Scope): Scope {
  return { ...scope, filters: scope.filters.filter(({ target }) => target.column !== 'path') };
}

function buildPageCondition(scope: Scope): Sql {
  const conditions = pageFiltersOf(scope.filters).map((filter) =>
    filter.operator.positive ? buildMatch(filter) : sql`NOT ${buildMatch(filter)}`,
  );
  return and(...conditions);
}
