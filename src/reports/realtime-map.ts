import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { lastKnown, liveSpan } from './rows/live-window.ts';

export const realtimeMap = defineReport({
  name: null,
  path: '/pixel/analytics/realtime/map',
  title: 'Realtime by country',
  summary: 'Visitors and records of the last five minutes by country.',
  dates: 'none',
  takesFilters: false,
  defaultLimit: 250,
  parameters: {},
  columns: [
    { name: 'country', kind: 'text', example: 'DE', description: 'ISO-2 code; ZZ is unknown.' },
    { name: 'visitors', kind: 'count', description: 'Distinct visitors.' },
    { name: 'events', kind: 'count', description: 'Records.' },
  ],
  sql: (scope) => sql`
    SELECT CASE WHEN place = '' THEN 'ZZ' ELSE place END AS country, count(DISTINCT visitor_hash) AS visitors,
      count(*) AS events
    FROM (
      SELECT visitor_hash, ${lastKnown(sql`country`)} AS place
      FROM ${scope.sources.recent(liveSpan(scope))} AS record) AS placed
    GROUP BY place
    ORDER BY visitors DESC, country ASC
    LIMIT ${whole(scope.limit)}`,
});
