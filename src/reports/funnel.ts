import { bind, identifier, joinSql, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { type FunnelStep, funnelSteps } from './question/funnel-steps.ts';
import { wholeNumber } from './question/parameters.ts';
import { buildConversionsInRange, buildHitsInRange } from './rows/records-in-range.ts';
import type { Scope } from './rows/scope.ts';
import { rounded } from './rows/tail.ts';

const hourMs = 3_600_000;

export const funnel = defineReport({
  name: 'funnel',
  path: null,
  title: 'Funnel',
  summary: 'How many visitors took each of some steps, one after another and within a time.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {
    steps: funnelSteps,
    window_hours: wholeNumber(
      'window_hours',
      'invalid_window_hours',
      { fallback: 168, most: 8760 },
      'Hours from the first step within which the others count.',
    ),
  },
  drawing: 'table',
  columns: [
    { name: 'step', kind: 'number', example: 1, description: 'Number of the step, from 1.' },
    { name: 'name', kind: 'text', example: 'page:/pricing', description: 'The step as given.' },
    { name: 'visitors', kind: 'count', description: 'Visitors who came so far.' },
    { name: 'dropped', kind: 'count', description: 'Visitors of the step before who did not.' },
    { name: 'dropoff_rate', kind: 'percent', description: '100 × dropped ÷ visitors of the step before.' },
    { name: 'conversion_rate', kind: 'percent', description: '100 × visitors ÷ visitors of the first step.' },
  ],
  sql(scope, { steps, window_hours }) {
    const counts = steps.map((_, index) => sql`countIf(${reached(index)})`);
    return sql`
      SELECT step, name, visitors, toUInt64(before - visitors) AS dropped,
        ${rounded(sql`100 * dropped / before`)} AS dropoff_rate,
        ${rounded(sql`100 * visitors / counts[1]`)} AS conversion_rate
      FROM (SELECT [${joinSql(counts, sql`, `)}] AS counts FROM ${buildVisitors(scope, steps, window_hours)})
      ARRAY JOIN arrayEnumerate(counts) AS step, ${bind.strings(steps.map(({ name }) => name))} AS name,
        counts AS visitors, arrayPushFront(arrayPopBack(counts), counts[1]) AS before
      ORDER BY step ASC
      LIMIT ${whole(scope.limit)}`;
  },
});

/** One row a visitor with a record that fits a step, and whether each step was reached. */
function buildVisitors(scope: Scope, steps: readonly FunnelStep[], windowHours: number): Sql {
  const starts = steps.map(
    (_, index) => sql`${buildStarts(index, windowHours * hourMs)} AS ${startsOf(index)}`,
  );
  const flags = steps.map((_, index) => sql`${startsOf(index)}[-1] > 0 AS ${reached(index)}`);
  return sql`(
    SELECT ${joinSql(flags, sql`, `)}
    FROM (
      SELECT arrayMap(moment -> toInt64(bitShiftRight(moment, 80)), moments) AS times,
        arrayMap(moment -> toUInt16(bitAnd(moment, 65535)), moments) AS fits,
        ${joinSql(starts, sql`, `)}
      FROM (
        SELECT arraySort(groupArray(moment)) AS moments
        FROM ${buildMoments(scope, steps)} GROUP BY visitor_hash)))`;
}

/**
 * For each record the latest start of a chain that has come as far as this step by then, or 0. The latest is the
 * best: it leaves most of the window. A chain goes on from the records before alone, so that none serves twice.
 */
function buildStarts(index: number, windowMs: number): Sql {
  const fits = sql`bitTest(fit, ${whole(index)})`;
  const own =
    index === 0
      ? sql`arrayMap((time, fit) -> if(${fits}, time, 0), times, fits)`
      : sql`arrayMap(
          (time, fit, start) -> if(${fits} AND start > 0 AND time - start <= ${whole(windowMs)}, start, 0),
          times, fits, arrayShiftRight(${startsOf(index - 1)}, 1, 0))`;
  return sql`arrayFill(start -> start > 0, ${own})`;
}

/**
 * Each record that fits a step as one number, which sorts by (ts, seq): 48 bits of time, which begins with 1 so that
 * 0 is none, 64 bits of seq, and a bit for each step that it fits.
 */
function buildMoments(scope: Scope, steps: readonly FunnelStep[]): Sql {
  const moment = (kinds: readonly FunnelStep['kind'][]) => sql`
    bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(ts) + 1), 80), bitShiftLeft(toUInt128(seq), 16))
      + ${buildFits(steps, kinds)}`;
  const hit = sql`type = 'pageview' AND ${buildFits(steps, ['page', 'pages'])} > 0`;
  return sql`(
    SELECT visitor_hash, ${moment(['page', 'pages'])} AS moment FROM ${buildHitsInRange(scope, hit)}
    UNION ALL
    SELECT visitor_hash, ${moment(['goal'])} AS moment FROM ${buildConversionsInRange(scope)}
    WHERE ${buildFits(steps, ['goal'])} > 0)`;
}

function buildFits(steps: readonly FunnelStep[], kinds: readonly FunnelStep['kind'][]): Sql {
  const bits = steps.map((step, index) =>
    kinds.includes(step.kind) ? sql`bitShiftLeft(toUInt16(${buildMatch(step)}), ${whole(index)})` : sql`0`,
  );
  return sql`(${joinSql(bits, sql` + `)})`;
}

function buildMatch({ kind, value }: FunnelStep): Sql {
  const bound = bind.string(value);
  if (kind === 'goal') return sql`name = ${bound}`;
  return kind === 'page' ? sql`path = ${bound}` : sql`startsWith(path, ${bound})`;
}

const startsOf = (index: number): Sql => identifier(`starts_${index}`);
const reached = (index: number): Sql => identifier(`reached_${index}`);
