import { type InputsOf, wholeNumber } from '../contract/parameters.ts';
import { millisOf, readOnce, rowsOf, startsWith } from '../store/analytics/dialect.ts';
import {
  always,
  and,
  bind,
  identifier,
  joinSql,
  type Sql,
  sql,
  unionAll,
  whole,
} from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { type FunnelStep, funnelSteps } from './question/funnel-steps.ts';
import type { Scope } from './rows/scope.ts';

const hourMs = 3_600_000;

export const funnelParameters = {
  steps: funnelSteps,
  window_hours: wholeNumber(
    'window_hours',
    'invalid_window_hours',
    { fallback: 168, most: 8760 },
    'Hours from the first step within which the others count.',
  ),
};

export const funnel = defineReport({
  name: 'funnel',
  path: null,
  title: 'Funnel',
  summary: 'How many visitors took each of some steps, one after another and within a time.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: funnelParameters,
  columns: [
    { name: 'step', kind: 'number', example: 1, description: 'Number of the step, from 1.' },
    { name: 'name', kind: 'text', example: 'page:/pricing', description: 'The step as given.' },
    { name: 'visitors', kind: 'count', description: 'Visitors who came so far.' },
    { name: 'dropped', kind: 'count', description: 'Visitors of the step before who did not.' },
    { name: 'dropoff_rate', kind: 'percent', description: '100 × dropped ÷ visitors of the step before.' },
    { name: 'conversion_rate', kind: 'percent', description: '100 × visitors ÷ visitors of the first step.' },
  ],
  sql(scope, { steps, window_hours }) {
    const listed = rowsOf({
      step: bind.integers(steps.map((_, index) => index + 1)),
      name: bind.texts(steps.map(({ name }) => name)),
    });
    return sql`
      WITH fitting AS ${readOnce} ${buildMoments(scope, steps)}
      SELECT step, name, visitors, visitors_before - visitors AS dropped,
        100 * (visitors_before - visitors) / visitors_before AS dropoff_rate,
        100 * visitors / visitors_first AS conversion_rate
      FROM (
        SELECT step, name, ${chooseByStep(steps, (index) => reached(index))} AS visitors,
          ${chooseByStep(steps, (index) => reached(Math.max(0, index - 1)))} AS visitors_before,
          ${reached(0)} AS visitors_first
        FROM ${countReached(sql`fitting`, steps, window_hours * hourMs)} AS counted CROSS JOIN ${listed} AS listed) AS shown
      ORDER BY step ASC
      LIMIT ${whole(scope.limit)}`;
  },
});

function chooseByStep(steps: readonly FunnelStep[], choose: (index: number) => Sql): Sql {
  const cases = steps.map((_, index) => sql`WHEN ${whole(index + 1)} THEN ${choose(index)}`);
  return sql`CASE step ${joinSql(cases, sql` `)} ELSE 0 END`;
}

/** One row: how many visitors reached each step. */
function countReached(moments: Sql, steps: readonly FunnelStep[], windowMs: number): Sql {
  const [, ...later] = steps.map((_, index) => index);
  const flags = later.map(
    (index) => sql`max(CASE WHEN ${startOf(index)} IS NULL THEN 0 ELSE 1 END) AS ${reached(index)}`,
  );
  const counts = later.map((index) => sql`coalesce(sum(${reached(index)}), 0) AS ${reached(index)}`);
  const chains = buildChains(moments, steps, windowMs);
  return sql`(
    SELECT ${reached(0)}, ${joinSql(later.map(reached), sql`, `)}
    FROM (SELECT count(DISTINCT visitor_hash) AS ${reached(0)} FROM ${moments} AS moment_of WHERE ${fitOf(0)} = 1) AS began
    CROSS JOIN (
      SELECT ${joinSql(counts, sql`, `)}
      FROM (SELECT ${joinSql(flags, sql`, `)} FROM ${chains} AS chain GROUP BY visitor_hash) AS visitor) AS went_on)`;
}

function buildChains(moments: Sql, steps: readonly FunnelStep[], windowMs: number): Sql {
  const [, ...later] = steps.map((_, index) => index);
  return later.reduce((rows, index) => withStarts(rows, index, windowMs), withFirstStarts(moments));
}

/** The records with which visitors came to the last step: `visitor_hash` and `moment`, in milliseconds. */
export function selectCompletions(
  scope: Scope,
  { steps, window_hours }: InputsOf<typeof funnelParameters>,
): Sql {
  const chains = buildChains(buildMoments(scope, steps), steps, window_hours * hourMs);
  const last = startOf(steps.length - 1);
  return sql`(SELECT visitor_hash, moment FROM ${chains} AS chain WHERE ${last} IS NOT NULL)`;
}

function withFirstStarts(rows: Sql): Sql {
  return sql`(SELECT *, CASE WHEN ${fitOf(0)} = 1 THEN moment END AS ${startOf(0)} FROM ${rows} AS moment_of)`;
}

/**
 * Gives each record the latest start of a chain that reaches this step with it, or NULL. The latest start is the best,
 * because it leaves most of the window. A chain continues only from earlier records, so that no record serves two
 * steps; since starts never decrease over time, the latest start among earlier records is their maximum. Records before
 * which no chain began are dropped: most visitors have only those.
 */
function withStarts(rows: Sql, index: number, windowMs: number): Sql {
  const before = identifier(`before_${index}`);
  const goesOn = sql`${fitOf(index)} = 1 AND moment - ${before} <= ${whole(windowMs)}`;
  const isOfUse = index === 1 ? sql`WHERE ${before} IS NOT NULL` : sql``;
  return sql`(
    SELECT *, CASE WHEN ${goesOn} THEN ${before} END AS ${startOf(index)}
    FROM (
      SELECT *, max(${startOf(index - 1)}) OVER (
        PARTITION BY visitor_hash ORDER BY moment, seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS ${before}
      FROM ${rows} AS earlier) AS later ${isOfUse})`;
}

/** The records that fit a step, each with 1 or 0 for every step. */
function buildMoments({ hits, conversions, sources }: Scope, steps: readonly FunnelStep[]): Sql {
  const isPage = ({ kind }: FunnelStep) => kind !== 'goal';
  const isGoal = ({ kind }: FunnelStep) => kind === 'goal';
  const moments = sql`(${unionAll([
    ...(steps.some(isPage) ? [selectMoments(hits, sql`type = 'pageview'`, steps, isPage)] : []),
    ...(steps.some(isGoal) ? [selectMoments(conversions, always, steps, isGoal)] : []),
  ])})`;
  return sources.reached ? mergeMoments(moments, steps) : moments;
}

/** A pageview that reaches goals is still one record, which can serve only one step. */
function mergeMoments(moments: Sql, steps: readonly FunnelStep[]): Sql {
  const fits = steps.map((_, index) => sql`max(part.${fitOf(index)}) AS ${fitOf(index)}`);
  return sql`(
    SELECT visitor_hash, moment, seq, ${joinSql(fits, sql`, `)}
    FROM ${moments} AS part GROUP BY visitor_hash, moment, seq)`;
}

function selectMoments(
  records: Sql,
  which: Sql,
  steps: readonly FunnelStep[],
  isMeant: (step: FunnelStep) => boolean,
): Sql {
  const fits = steps.map((step, index) => {
    const fit = isMeant(step) ? sql`CASE WHEN ${buildMatch(step)} THEN 1 ELSE 0 END` : sql`0`;
    return sql`${fit} AS ${fitOf(index)}`;
  });
  const any = joinSql(steps.filter(isMeant).map(buildMatch), sql` OR `);
  return sql`
    SELECT visitor_hash, ${millisOf(sql`ts`)} AS moment, seq, ${joinSql(fits, sql`, `)}
    FROM ${records} AS record WHERE ${and(which, sql`(${any})`)}`;
}

function buildMatch({ kind, value }: FunnelStep): Sql {
  const bound = bind.text(value);
  if (kind === 'goal') return sql`name = ${bound}`;
  return kind === 'page' ? sql`path = ${bound}` : startsWith(sql`path`, bound);
}

const fitOf = (index: number): Sql => identifier(`fits_${index}`);
const startOf = (index: number): Sql => identifier(`start_${index}`);
const reached = (index: number): Sql => identifier(`reached_${index}`);
