import { slotOf } from '../store/analytics/definitions/slots.ts';
import { instantOf } from '../store/analytics/dialect.ts';
import { type Sql, sql, unionAll, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { selectPaid } from './rows/attribution.ts';
import { defineMeasures } from './rows/measures.ts';
import type { Scope } from './rows/scope.ts';
import { bucketParameters, listBuckets } from './timeseries.ts';

const { listPart, sums } = defineMeasures(['visitors', 'revenue', 'crawls']);

/** For the dashboard: what all AI operators together bring and fetch. */
export const aiSeries = defineReport({
  name: null,
  path: null,
  title: 'AI traffic over time',
  summary: 'Visitors whom assistants sent, what they paid, and what crawlers fetched; empty buckets are 0.',
  dates: 'lookback',
  takesFilters: true,
  defaultLimit: undefined,
  parameters: bucketParameters,
  columns: [
    { name: 'ts', kind: 'instant', description: 'Start of the bucket.' },
    { name: 'visitors', kind: 'count', description: 'Distinct visitors of sessions from assistants.' },
    { name: 'revenue', kind: 'money', description: 'Their payments.' },
    { name: 'crawls', kind: 'count', description: 'Requests of crawlers and agents.' },
  ],
  sql(scope, { granularity, tz }) {
    const { buckets, listed } = listBuckets(scope, granularity, tz);
    const parts = unionAll(
      [selectVisits(scope), selectPayments(scope), selectCrawls(scope)].map(placeIn(buckets.ofSlot)),
    );
    return sql`
      SELECT ${instantOf(sql`starts_at * 1000`)} AS ts, coalesce(summed.visitors, 0) AS visitors,
        coalesce(summed.revenue, 0) AS revenue, coalesce(summed.crawls, 0) AS crawls
      FROM ${listed} AS listed
      LEFT JOIN (SELECT bucket, ${sums} FROM (${parts}) AS part GROUP BY bucket) AS summed
      ON listed.first_slot = summed.bucket
      ORDER BY starts_at ASC
      LIMIT ${whole(scope.limit)}`;
  },
});

/** Rows with their `slot`, and what is counted of those of a bucket. */
type Part = { rows: Sql; counts: Sql };

const placeIn =
  (ofSlot: Sql) =>
  ({ rows, counts }: Part): Sql =>
    sql`
    SELECT bucket, ${counts} FROM (SELECT *, ${ofSlot} AS bucket FROM ${rows} AS counted) AS placed GROUP BY bucket`;

const selectVisits = ({ visits }: Scope): Part => ({
  rows: sql`(SELECT slot, visitor_hash FROM ${visits} AS visit WHERE ai_operator != '')`,
  counts: listPart({ visitors: sql`count(DISTINCT visitor_hash)` }),
});

const selectPayments = (scope: Scope): Part => ({
  rows: sql`(SELECT slot, revenue FROM ${selectPaid(scope, true)} AS credit WHERE ai_operator != '')`,
  counts: listPart({ revenue: sql`sum(revenue)` }),
});

const selectCrawls = ({ crawls }: Scope): Part => ({
  rows: sql`(SELECT ${slotOf(sql`ts`)} AS slot FROM ${crawls} AS crawl)`,
  counts: listPart({ crawls: sql`count(*)` }),
});
