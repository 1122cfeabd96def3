import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildIsLive } from './rows/live-window.ts';

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
  drawing: 'table',
  columns: [
    { name: 'path', kind: 'text', example: '/pricing', description: 'Path of the page.' },
    { name: 'visitors', kind: 'count', description: 'Visitors who viewed it last.' },
  ],
  sql(scope) {
    const isLiveView = sql`type = 'pageview' AND ${buildIsLive(scope)}`;
    return sql`
      SELECT last_path AS path, count() AS visitors
      FROM (
        SELECT argMax(path, (ts, seq)) AS last_path
        FROM ${scope.recentRecords(sql`visitor_hash, ts, seq, path`, isLiveView)}
        GROUP BY visitor_hash)
      GROUP BY last_path
      ORDER BY visitors DESC, path ASC
      LIMIT ${whole(scope.limit)}`;
  },
});
