import { bind, sql } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildTimeseries, seriesColumns, seriesParameters } from './timeseries.ts';

export const metricSeries = defineReport({
  name: 'metric_series',
  path: null,
  title: 'Metric series',
  summary: 'The time series for some or all websites, and narrowed by filters. Its dates are days in `tz`.',
  dates: 'lookback',
  takesFilters: true,
  defaultLimit: undefined,
  parameters: seriesParameters('visitors'),
  columns: [
    { name: 'metric', kind: 'text', example: 'visitors', description: 'What is measured.' },
    ...seriesColumns,
  ],
  sql: (scope, inputs) =>
    sql`SELECT ${bind.text(inputs.metric)} AS metric, * FROM (${buildTimeseries(scope, inputs)}) AS series ORDER BY ts ASC`,
});
