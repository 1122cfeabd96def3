import { slotMs } from '../store/analytics/definitions/slots.ts';
import { instantOf, quotient } from '../store/analytics/dialect.ts';
import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { funnelParameters, selectCompletions } from './funnel.ts';
import { bucketParameters, listBuckets } from './timeseries.ts';

/** For the dashboard: whoever completes a funnel on several days is counted on each. */
export const funnelSeries = defineReport({
  name: null,
  path: null,
  title: 'Funnel over time',
  summary: 'How many visitors came to the last step of a funnel, by when they did; empty buckets are 0.',
  dates: 'lookback',
  takesFilters: true,
  defaultLimit: undefined,
  parameters: { ...funnelParameters, ...bucketParameters },
  columns: [
    { name: 'ts', kind: 'instant', description: 'Start of the bucket.' },
    { name: 'visitors', kind: 'count', description: 'Distinct visitors who took the last step in it.' },
  ],
  sql(scope, inputs) {
    const { buckets, listed } = listBuckets(scope, inputs.granularity, inputs.tz);
    return sql`
      SELECT ${instantOf(sql`starts_at * 1000`)} AS ts, coalesce(counted.visitors, 0) AS visitors
      FROM ${listed} AS listed
      LEFT JOIN (
        SELECT bucket, count(DISTINCT visitor_hash) AS visitors
        FROM (
          SELECT visitor_hash, ${buckets.ofSlot} AS bucket
          FROM (
            SELECT visitor_hash, ${quotient(sql`moment`, whole(slotMs))} AS slot
            FROM ${selectCompletions(scope, inputs)} AS completion) AS placed) AS completed
        GROUP BY bucket) AS counted
      ON listed.first_slot = counted.bucket
      ORDER BY starts_at ASC
      LIMIT ${whole(scope.limit)}`;
  },
});
