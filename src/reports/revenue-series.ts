import { defineReport } from './define-report.ts';
import { bucketParameters, buildTimeseries, seriesColumns } from './timeseries.ts';

/** For the dashboard: the metric series of revenue. A share link that shows revenue may ask it, and no other metric. */
export const revenueSeries = defineReport({
  name: null,
  path: null,
  title: 'Filtered revenue over time',
  summary: 'Payments by when they were made; empty buckets are 0.',
  dates: 'lookback',
  takesFilters: true,
  defaultLimit: undefined,
  parameters: bucketParameters,
  columns: seriesColumns,
  sql: (scope, inputs) => buildTimeseries(scope, { ...inputs, metric: 'revenue' }),
});
