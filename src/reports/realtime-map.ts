import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildIsLive } from './rows/live-window.ts';

export const realtimeMap = defineReport({
  name: null,
  path: '/pixel/analytics/realtime/map',
  title: 'Realtime by country',
  summary: 'Visitors and records of the last five minutes by country.',
  dates: 'none',
  takesFilters: false,
  defaultLimit: 250,
  parameters: {},
  drawing: 'map',
  columns: [
    { name: 'country', kind: 'text', example: 'DE', description: 'ISO-2 code; ZZ is unknown.' },
    { name: 'visitors', kind: 'count', description: 'Distinct visitors.' },
    { name: 'events', kind: 'count', description: 'Records.' },
  ],
  // What carries no country, as goals and payments, counts where its visitor was seen last in the window.
  sql: (scope) => sql`
    SELECT if(place = '', 'ZZ', place) AS country, uniqExact(visitor_hash) AS visitors, count() AS events
    FROM (
      SELECT visitor_hash, if(country != '', country,
        argMaxIf(country, (ts, seq), country != '') OVER (PARTITION BY visitor_hash)) AS place
      FROM ${scope.recentRecords(sql`ts, seq, visitor_hash, country`, buildIsLive(scope))})
    GROUP BY country
    ORDER BY visitors DESC, country ASC
    LIMIT ${whole(scope.limit)}`,
});
