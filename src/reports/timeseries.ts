import { ApiError } from '../contract/errors.ts';
import { bind, type Sql, sql, whole } from '../store/analytics/sql.ts';
import type { Column } from './columns.ts';
import { defineReport } from './define-report.ts';
import { buildBuckets, type Granularity } from './question/calendar.ts';
import { choice, type InputsOf, lookbackDays, timeZone } from './question/parameters.ts';
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

export function seriesParameters(defaultMetric: Metric) {
  return {
    metric: choice('metric', 'invalid_metric', metrics, defaultMetric, 'What is measured.'),
    granularity: choice('granularity', 'invalid_granularity', granularities, 'day', 'Size of a bucket.'),
    lookback_days: lookbackDays,
    tz: timeZone,
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
    drawing: 'line',
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
  const { firstDay, lastDay } = scope.range;
  const buckets = buildBuckets(firstDay, lastDay, granularity, tz, mostBuckets);
  if (buckets.length > mostBuckets) throw new ApiError('invalid_granularity');
  // Seconds, because the engine takes at most 128 KiB a parameter.
  const seconds = buckets.map((start) => start / 1000);
  const isSplit = metric === 'revenue';
  // A series may have several rows for a bucket, so that it need not group them once more.
  return sql`
    SELECT fromUnixTimestamp64Milli(bucket * 1000, 'UTC') AS ts, sum(value) AS value, ${isSplit ? summedSplit : noSplit}
    FROM (
      SELECT arrayJoin(${bind.integers(seconds)}) AS bucket, 0 AS value ${isSplit ? sql`, ${noSplit}` : sql``}
      UNION ALL ${buildSeries(scope, metric, granularity, orAny(seconds))})
    GROUP BY bucket
    ORDER BY ts ASC
    LIMIT ${whole(scope.limit)}`;
}

const noSplit = sql`0 AS revenue_new, 0 AS revenue_renewal, 0 AS revenue_refund`;
const summedSplit = sql`sum(revenue_new) AS revenue_new, sum(revenue_renewal) AS revenue_renewal,
  sum(revenue_refund) AS revenue_refund`;

/** A range that is not retained has no bucket, and the engine cannot round to none. */
function orAny(buckets: readonly number[]): readonly number[] {
  return buckets.length > 0 ? buckets : [0];
}
