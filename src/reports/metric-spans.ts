import * as z from 'zod';
import { ApiError } from '../contract/errors.ts';
import { choice, currency, findPresent, type Parameter } from '../contract/parameters.ts';
import { slotMs } from '../store/analytics/definitions/slots.ts';
import { instantOf, rowsOf } from '../store/analytics/dialect.ts';
import { bind, type Sql, sql, unionAll } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildBucketsOfSlots } from './rows/buckets.ts';
import type { Scope } from './rows/scope.ts';
import { buildSeries, type Metric, metrics } from './rows/series.ts';

/** Spans of one length that follow each other, in quarters of an hour since 1970. */
export type SpanRun = { start: number; length: number; count: number };

const mostSpans = 1000;
const longestSpan = 100_000;

export const buildSpanText = (runs: readonly SpanRun[]): string =>
  runs.map(({ start, length, count }) => `${start}:${length}:${count}`).join(',');

const spans: Parameter<SpanRun[]> = {
  in: 'query',
  code: 'invalid_granularity',
  schema: z.string(),
  parse(query) {
    const text = findPresent(query, 'spans', 'invalid_granularity') ?? '';
    const runs = text.split(',').map((run) => {
      const [start = -1, length = 0, count = 0] = /^\d+:\d+:\d+$/.test(run) ? run.split(':').map(Number) : [];
      return { start, length, count };
    });
    const isUsable = runs.every(
      ({ start, length, count }) => start >= 0 && length >= 1 && length <= longestSpan && count >= 1,
    );
    const total = runs.reduce((sum, { count }) => sum + count, 0);
    if (!isUsable || total > mostSpans) throw new ApiError('invalid_granularity');
    return runs;
  },
};

/** For alerts: it has neither a path nor a name, and no place in the catalogue. */
export const metricSpans = defineReport({
  name: null,
  path: null,
  title: 'A metric over spans of time',
  summary: 'One metric over any spans of whole quarters of an hour; empty ones are 0.',
  // The spans choose the time; `since` is declared only because reports with dates take filters.
  dates: 'since',
  takesFilters: true,
  defaultLimit: undefined,
  parameters: {
    metric: choice('metric', 'invalid_metric', metrics, 'visitors', 'What is measured.'),
    spans,
    currency,
  },
  columns: [
    { name: 'ts', kind: 'instant', description: 'Start of the span.' },
    { name: 'value', kind: 'number', description: 'The chosen metric.' },
  ],
  sql(scope, { metric, spans: runs }) {
    const starts = runs.flatMap(listStarts);
    const listed = rowsOf({ first_slot: bind.integers(starts) });
    return sql`
      SELECT ${instantOf(sql`first_slot * ${bind.integer(slotMs)}`)} AS ts, coalesce(series.value, 0) AS value
      FROM ${listed} AS listed
      LEFT JOIN (${unionAll(runs.map((run) => measure(scope, metric, run)))}) AS series ON listed.first_slot = series.bucket
      ORDER BY first_slot ASC`;
  },
});

function listStarts({ start, length, count }: SpanRun): number[] {
  return Array.from({ length: count }, (_, place) => start + place * length);
}

/** Time before the retention is not counted. */
function measure(scope: Scope, metric: Metric, run: SpanRun): Sql {
  const starts = listStarts(run).map((slot) => slot * slotMs);
  const to = (run.start + run.count * run.length) * slotMs;
  const range = { from: Math.max(run.start * slotMs, scope.range.earliest), to };
  const series = buildSeries(scope.over(range), metric, buildBucketsOfSlots(starts, range));
  return sql`SELECT bucket, value FROM (${series}) AS measured`;
}
