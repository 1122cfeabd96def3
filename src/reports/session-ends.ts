import { identifier, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildSessionsWithEnds } from './sessions.ts';
import { rounded } from './tail.ts';

/** For the dashboard: sessions that began in the range by the page where they began, or ended. */
function defineSessionEnds(end: 'entry' | 'exit', title: string, summary: string) {
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
      SELECT ${identifier(end)} AS path, uniqExact(session_hash) AS sessions, uniqExact(visitor) AS visitors,
        uniqExactIf(session_hash, has_bounced) AS bounces, ${rounded(sql`100 * bounces / sessions`)} AS bounce_rate,
        ${rounded(sql`sum(if(place = 1, lasted_ms, 0)) / sessions / 1000`)} AS avg_session_seconds
      FROM ${buildSessionsWithEnds(scope)}
      ARRAY JOIN visitors_within AS visitor, arrayEnumerate(visitors_within) AS place
      WHERE has_begun AND path != ''
      GROUP BY path
      ORDER BY sessions DESC, path ASC
      LIMIT ${whole(scope.limit)}`,
  });
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
