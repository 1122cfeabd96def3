import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';

/** For the dashboard: pages by how many people saw them, who may each have done so in several sessions. */
export const pageVisitors = defineReport({
  name: null,
  path: null,
  title: 'Pages by visitors',
  summary: 'The pages that most people saw.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  columns: [
    { name: 'path', kind: 'text', example: '/pricing', description: 'Path of the page.' },
    { name: 'visitors', kind: 'count', description: 'Distinct visitors who viewed it.' },
    { name: 'views', kind: 'count', description: 'Pageviews of the path.' },
  ],
  sql: (scope) => sql`
    SELECT path, count(DISTINCT visitor_hash) AS visitors, count(*) AS views
    FROM ${scope.pageviews} AS view
    GROUP BY path
    ORDER BY visitors DESC, path ASC
    LIMIT ${whole(scope.limit)}`,
});
