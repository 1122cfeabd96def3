import { always, identifier, type Sql, sql, unionAll, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import type { Scope } from './rows/scope.ts';
import { buildSessionsWithEnds } from './rows/sessions.ts';
import { rounded } from './rows/tail.ts';
import { withLooseHits } from './rows/unsettled.ts';
import { settledVisits } from './rows/visits.ts';

/** For the dashboard: sessions that began in the range by the page where they began, or ended. */
function defineSessionEnds(end: End, title: string, summary: string) {
  return defineReport({
    name: null,
    path: null,
    title,
    summary,
    dates: 'days',
    takesFilters: true,
    defaultLimit: 100,
    parameters: {},
    drawing: 'table',
    columns: [
      { name: 'path', kind: 'text', example: '/pricing', description: 'Path of the page.' },
      { name: 'sessions', kind: 'count', description: 'Sessions with this page at that end.' },
      { name: 'visitors', kind: 'count', description: 'Distinct visitors of them.' },
      { name: 'bounces', kind: 'count', description: 'Those of one pageview and no custom event.' },
      { name: 'bounce_rate', kind: 'percent', description: '100 × bounces ÷ sessions.' },
      { name: 'avg_session_seconds', kind: 'seconds', description: 'Mean time from first to last activity.' },
    ],
    sql: (scope) => sql`
      SELECT path, sum(row_sessions) AS sessions, toUInt64(arrayUniq(groupArrayArray(row_visitors))) AS visitors,
        sum(row_bounces) AS bounces, ${rounded(sql`100 * bounces / sessions`)} AS bounce_rate,
        ${rounded(sql`sum(row_ms) / sessions / 1000`)} AS avg_session_seconds
      FROM (${unionAll([buildSettledEnds(scope, end), buildLooseEnds(scope, end)])})
      WHERE path != ''
      GROUP BY path
      ORDER BY sessions DESC, path ASC
      LIMIT ${whole(scope.limit)}`,
  });
}

type End = 'entry' | 'exit';

/** A session on settled days alone began in the range. */
function buildSettledEnds(scope: Scope, end: End): Sql | undefined {
  const place = end === 'entry' ? sql`1` : sql`exit_place`;
  return settledVisits(scope)?.(
    sql`toString(paths[${place}]) AS path, count() AS row_sessions, groupArray(visitor_hash) AS row_visitors,
      countIf(pageviews = 1 AND customs = 0) AS row_bounces, sum(duration_ms) AS row_ms`,
    always,
    sql`GROUP BY path`,
  );
}

function buildLooseEnds(scope: Scope, end: End): Sql {
  return sql`
    SELECT ${identifier(end)} AS path, count() AS row_sessions, groupArrayArray(visitors_within) AS row_visitors,
      countIf(has_bounced) AS row_bounces, sum(lasted_ms) AS row_ms
    FROM ${buildSessionsWithEnds(withLooseHits(scope))} WHERE has_begun GROUP BY ${identifier(end)}`;
}

export const entryPages = defineSessionEnds(
  'entry',
  'Entry pages',
  'Where sessions began: the path of their first pageview.',
);

export const exitPages = defineSessionEnds(
  'exit',
  'Exit pages',
  'Where sessions ended: the path of their last pageview.',
);
