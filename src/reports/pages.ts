import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';

export const pages = defineReport({
  name: 'top_pages',
  path: '/pixel/analytics/pages',
  title: 'Top pages',
  summary: 'The most viewed pages, with the sessions that saw them, bounces and time on page.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
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
    SELECT path, views, sessions, bounces, 100 * bounces / sessions AS bounce_rate,
      spent_ms / timed_views / 1000 AS avg_time_seconds
    FROM (
      SELECT path, sum(page.views) AS views, sum(page.sessions) AS sessions, sum(page.bounced) AS bounces,
        sum(page.spent_ms) AS spent_ms, sum(page.timed_views) AS timed_views
      FROM ${scope.pages} AS page
      GROUP BY path HAVING sum(page.views) > 0) AS counted
    ORDER BY views DESC, path ASC
    LIMIT ${whole(scope.limit)}`,
});
