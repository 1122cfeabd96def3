import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { liveSpan } from './rows/live-window.ts';

/** For the dashboard: it has neither a path nor a name. */
export const livePages = defineReport({
  name: null,
  path: null,
  title: 'Current pages',
  summary: 'The page that each visitor of the last five minutes viewed last.',
  dates: 'none',
  takesFilters: false,
  defaultLimit: 20,
  parameters: {},
  columns: [
    { name: 'path', kind: 'text', example: '/pricing', description: 'Path of the page.' },
    { name: 'visitors', kind: 'count', description: 'Visitors who viewed it last.' },
  ],
  sql: (scope) => sql`
    SELECT last_path AS path, count(*) AS visitors
    FROM (
      SELECT argMax(path, (ts, seq)) AS last_path
      FROM ${scope.sources.recent(liveSpan(scope))} AS record WHERE type = 'pageview'
      GROUP BY visitor_hash) AS visitor
    GROUP BY last_path
    ORDER BY visitors DESC, last_path ASC
    LIMIT ${whole(scope.limit)}`,
});
