import { bind, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';

/** For the dashboard, which offers to add them: it has neither a path nor a name. */
export const droppedHosts = defineReport({
  name: null,
  path: null,
  title: 'Hosts outside the domains',
  summary: "Hosts whose pages sent hits that were left out, since they are none of the website's domains.",
  dates: 'days',
  takesFilters: false,
  defaultLimit: 20,
  parameters: {},
  columns: [
    { name: 'host', kind: 'text', example: 'shop.example', description: 'Host of the pages.' },
    { name: 'hits', kind: 'count', description: 'Hits that were left out.' },
    { name: 'last_at', kind: 'instant', description: 'When the last one came.' },
  ],
  sql: ({ sources, range, limit }) => sql`
    SELECT host, sum(hits) AS hits, max(ts) AS last_at
    FROM ${sources.drops(range)} AS dropped
    WHERE reason = ${bind.text('foreign_domain')} AND host <> ''
    GROUP BY host
    ORDER BY last_at DESC, host ASC
    LIMIT ${whole(limit)}`,
});
