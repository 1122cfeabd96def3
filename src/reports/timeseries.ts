import { ApiError } from '../contract/errors.ts';
import { choice, type InputsOf, lookbackDays, timeZone } from '../contract/parameters.ts';
import { instantOf, rowsOf } from '../store/analytics/dialect.ts';
import { bind, type Sql, sql, whole } from '../store/analytics/sql.ts';
import type { Column } from './columns.ts';
import { defineReport } from './define-report.ts';
import { buildBuckets, type Granularity } from './question/calendar.ts';
import { buildBucketsOfSlots } from './rows/buckets.ts';
import type { Scope } from './rows/scope.ts';
import { buildSeries, type Metric, metrics } from './rows/series.ts';

const granularities: readonly Granularity[] = ['hour', 'day', 'week', 'month'];
const mostBuckets = 10_000;

export const seriesColumns: readonly Column[] = [
  { name: 'ts', kind: 'instant', description: 'Start of the bucket.' },
  { name: 'value', kind: 'number', description: 'The chosen metric.' },
  {
    name: 'revenue_new',
    kind: 'money',
    description: "Visitors' first payments; 0 unless metric is revenue.",
  },
  { name: 'revenue_renewal', kind: 'money', description: 'Later payments; 0 unless metric is revenue.' },
  { name: 'revenue_refund', kind: 'money', description: 'Refunds, negative; 0 unless metric is revenue.' },
];

/** Of what is told by buckets. */
export const bucketParameters = {
  granularity: choice('granularity', 'invalid_granularity', granularities, 'day', 'Size of a bucket.'),
  lookback_days: lookbackDays,
  tz: timeZone,
};

export function seriesParameters(defaultMetric: Metric) {
  return {
    metric: choice('metric', 'invalid_metric', metrics, defaultMetric, 'What is measured.'),
    ...bucketParameters,
  };
}

function defineTimeseries(path: string, title: string, summary: string, defaultMetric: Metric) {
  return defineReport({
    name: null,
    path,
    title,
    summary,
    dates: 'lookback',
    takesFilters: false,
    defaultLimit: undefined,
    parameters: seriesParameters(defaultMetric),
    columns: seriesColumns,
    sql: buildTimeseries,
  });
}

export const timeseries = defineTimeseries(
  '/pixel/analytics/timeseries',
  'Time series',
  'One metric over time; every bucket of the range is there, empty ones with 0.',
  'visitors',
);

export const timeseriesBreakdown = defineTimeseries(
  '/pixel/analytics/timeseries/breakdown',
  'Revenue over time',
  'The time series with revenue as the default metric, split into new, renewal and refund.',
  'revenue',
);

type SeriesInputs = InputsOf<ReturnType<typeof seriesParameters>>;

export function buildTimeseries(scope: Scope, { metric, granularity, tz }: SeriesInputs): Sql {
  const { buckets, listed } = listBuckets(scope, granularity, tz);
  return sql`
    SELECT ${instantOf(sql`starts_at * 1000`)} AS ts, coalesce(series.value, 0) AS value,
      ${metric === 'revenue' ? split : noSplit}
    FROM ${listed} AS listed
    LEFT JOIN (${buildSeries(scope, metric, buckets)}) AS series ON listed.first_slot = series.bucket
    ORDER BY starts_at ASC
    LIMIT ${whole(scope.limit)}`;
}

/** All buckets of the range, and as rows with the `first_slot` of each and when it `starts_at`, in seconds. */
export function listBuckets({ range }: Scope, granularity: Granularity, tz: string) {
  const starts = buildBuckets(range.firstDay, range.lastDay, granularity, tz, mostBuckets);
  if (starts.length > mostBuckets) throw new ApiError('invalid_granularity');
  const buckets = buildBucketsOfSlots(starts, range);
  const listed = rowsOf({
    first_slot: bind.integers(buckets.firstSlots),
    // Seconds, because an engine may take at most 128 KiB a parameter.
    starts_at: bind.integers(starts.map((start) => start / 1000)),
  });
  return { buckets, listed };
}

const noSplit = sql`0 AS revenue_new, 0 AS revenue_renewal, 0 AS revenue_refund`;
const split = sql`coalesce(series.revenue_new, 0) AS revenue_new, coalesce(series.revenue_renewal, 0) AS revenue_renewal,
  coalesce(series.revenue_refund, 0) AS revenue_refund`;
