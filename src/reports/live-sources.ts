import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { buildIsLive } from './rows/live-window.ts';

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
  drawing: 'table',
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
  // The session's first record tells the source, however long ago it was.
  sql(scope) {
    const live = buildIsLive(scope);
    const isLiveHit = sql`type IN ('pageview', 'custom') AND ${live}`;
    return sql`
      SELECT ${dimensions.source.value} AS source, ${dimensions.channel.value} AS channel,
        uniqExact(visitor) AS visitors
      FROM (
        SELECT groupUniqArrayIf(visitor_hash, ${live}) AS live_visitors, argMin(utm_source, (ts, seq)) AS utm_source,
          argMin(referrer_host, (ts, seq)) AS referrer_host, argMin(channel, (ts, seq)) AS channel
        FROM ${scope.hits}
        WHERE day IN ${scope.daysOfSessions(isLiveHit)}
          AND session_hash IN ${scope.recentRecords(sql`session_hash`, isLiveHit)}
        GROUP BY session_hash)
      ARRAY JOIN live_visitors AS visitor
      GROUP BY source, channel
      ORDER BY visitors DESC, source ASC, channel ASC
      LIMIT ${whole(scope.limit)}`;
  },
});
