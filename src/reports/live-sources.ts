import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { liveSlots, liveSpan } from './rows/live-window.ts';

/** For the dashboard: it has neither a path nor a name. */
export const liveSources = defineReport({
  name: null,
  path: null,
  title: 'Current sources',
  summary: 'Where the visitors of the last five minutes came from.',
  dates: 'none',
  takesFilters: false,
  defaultLimit: 20,
  parameters: {},
  columns: [
    {
      name: 'source',
      kind: 'text',
      example: 'newsletter',
      description: 'UTM source, else the referring host.',
    },
    { name: 'channel', kind: 'text', example: 'Email', description: 'Marketing channel.' },
    { name: 'visitors', kind: 'count', description: 'Distinct visitors.' },
  ],
  // A visit has the facts of its session's first record, however long ago that was.
  sql(scope) {
    const { recent, visits } = scope.sources;
    return sql`
      SELECT source, channel, count(DISTINCT visitor_hash) AS visitors
      FROM (
        SELECT ${dimensions.source.value} AS source, ${dimensions.channel.value} AS channel, visitor_hash
        FROM ${visits(liveSlots(scope))} AS visit
        WHERE (session_hash, visitor_hash) IN (
          SELECT session_hash, visitor_hash FROM ${recent(liveSpan(scope))} AS record
          WHERE type IN ('pageview', 'custom'))) AS live
      GROUP BY source, channel
      ORDER BY visitors DESC, source ASC, channel ASC
      LIMIT ${whole(scope.limit)}`;
  },
});
