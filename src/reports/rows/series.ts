import { always, bind, type Sql, sql, unionAll } from '../../store/analytics/sql.ts';
import type { Granularity } from '../question/calendar.ts';
import { buildClassifiedPayments } from './payments.ts';
import { buildConversionsInRange, buildHitsInRange, buildPaymentsInRange } from './records-in-range.ts';
import type { Grouping, Scope } from './scope.ts';
import { rounded } from './tail.ts';
import { buildLooseVisits, buildSettledVisits, looseVisitDays, settledVisits } from './visits.ts';

export const metrics = [
  'visitors',
  'sessions',
  'pageviews',
  'conversions',
  'revenue',
  'bounce_rate',
  'session_time',
  'conversion_rate',
] as const;

export type Metric = (typeof metrics)[number];

/**
 * Rows of `bucket, value`, and for revenue `revenue_new, revenue_renewal, revenue_refund`, whose sums are those of the
 * bucket; those without records have no row. A bucket is its start in Unix seconds.
 */
export function buildSeries(
  scope: Scope,
  metric: Metric,
  granularity: Granularity,
  buckets: readonly number[],
): Sql {
  const starts = bind.integers(buckets);
  const bucketOf = (second: Sql) => sql`roundDown(${second}, ${starts})`;
  if (metric === 'revenue') return buildRevenue(scope, bucketOf(sql`toUnixTimestamp64Second(ts)`));
  const byDay = buckets.every(isMidnight);
  if (byDay && (metric === 'visitors' || metric === 'pageviews')) {
    const bucketOfDay = granularity === 'day' ? secondOfDay : bucketOf(secondOfDay);
    return metric === 'visitors'
      ? buildVisitorsByDay(scope, granularity, bucketOfDay)
      : buildDays(scope, sql`${bucketOfDay} AS bucket, toFloat64(sum(pageviews)) AS value`);
  }
  const [value, source] = buildMeasure(scope, metric, byDay);
  return sql`
    SELECT ${bucketOf(sql`second`)} AS bucket, toFloat64(${value}) AS value FROM ${source} GROUP BY bucket`;
}

/** What is computed, and over which rows; the Unix `second` of a row decides its bucket. */
function buildMeasure(
  scope: Scope,
  metric: Exclude<Metric, 'revenue'>,
  byDay: boolean,
): [value: Sql, source: Sql] {
  const traffic = byDay ? buildTrafficByDay(scope) : buildTrafficBySecond(scope);
  const conversions = sql`(
    SELECT toUnixTimestamp64Second(ts) AS second, visitor_hash FROM ${buildConversionsInRange(scope)})`;
  switch (metric) {
    case 'visitors':
      // As arrays, because a set for each bucket takes twice as long.
      return [sql`arrayUniq(groupArray(visitor_hash))`, traffic];
    case 'pageviews':
      return [sql`sum(pageviews)`, traffic];
    case 'sessions':
      return [sql`count()`, buildBegunSessions(scope)];
    case 'bounce_rate':
      return [rounded(sql`100 * countIf(bounced) / count()`), buildBegunSessions(scope)];
    case 'session_time':
      return [rounded(sql`avg(lasted_ms) / 1000`), buildBegunSessions(scope)];
    case 'conversions':
      return [sql`count()`, conversions];
    case 'conversion_rate':
      return [
        rounded(sql`100 * uniqExactIf(visitor_hash, converts) / uniqExactIf(visitor_hash, NOT converts)`),
        sql`(SELECT second, visitor_hash, 0 AS converts FROM ${traffic}
             UNION ALL SELECT second, visitor_hash, 1 AS converts FROM ${conversions})`,
      ];
  }
}

function buildVisitorsByDay(scope: Scope, granularity: Granularity, bucketOfDay: Sql): Sql {
  const known = granularity === 'day' ? countVisitorsByDay(scope, bucketOfDay) : undefined;
  if (known) return known;
  // As arrays, because a set for each day takes twice as long.
  const came = buildDays(scope, sql`${bucketOfDay} AS bucket, groupArray(visitor_hash) AS came`);
  return sql`SELECT bucket, toFloat64(arrayUniq(groupArrayArray(came))) AS value FROM (${came}) GROUP BY bucket`;
}

/** Known of each settled day. Whoever came to two websites is one visitor, and filters choose among the visitors. */
function countVisitorsByDay(scope: Scope, bucketOfDay: Sql): Sql | undefined {
  const settled = scope.settled.days?.(sql`${bucketOfDay} AS bucket, toFloat64(visitors) AS value`);
  if (!settled || !scope.isOneWebsite || scope.filters.length > 0) return undefined;
  const { isOpen } = scope.settled;
  const columns = sql`${bucketOfDay} AS bucket, toFloat64(uniqExact(visitor_hash)) AS value`;
  return unionAll([settled, isOpen && looseVisitDays(scope)(columns, isOpen, sql`GROUP BY day`)]);
}

/** A million visits are first put together by day: to look for the bucket of each would take as long again. */
function buildDays(scope: Scope, columns: Sql): Sql {
  const byDay = (visits: Grouping | undefined) => visits?.(columns, always, sql`GROUP BY day`);
  return unionAll([byDay(settledVisits(scope)), byDay(looseVisitDays(scope))]);
}

const secondOfDay = sql`toUnixTimestamp(toDateTime(day, 'UTC'))`;
const isMidnight = (second: number) => second % 86_400 === 0;

/** What is settled knows the day of a hit and not the hour: enough where buckets are whole days in UTC. */
function buildTrafficByDay(scope: Scope): Sql {
  const columns = sql`day, visitor_hash, pageviews`;
  const settled = buildSettledVisits(scope, columns);
  const byDay = (visits: Sql) => sql`SELECT ${secondOfDay} AS second, visitor_hash, pageviews FROM ${visits}`;
  return sql`(${unionAll([settled && byDay(settled), byDay(looseVisitDays(scope)(columns))])})`;
}

function buildTrafficBySecond(scope: Scope): Sql {
  return sql`(
    SELECT toUnixTimestamp64Second(ts) AS second, visitor_hash, type = 'pageview' AS pageviews
    FROM ${buildHitsInRange(scope)})`;
}

/** Sessions whose first record lies in the range. */
function buildBegunSessions(scope: Scope): Sql {
  const settled = buildSettledVisits(scope, sql`began_at, pageviews, customs, duration_ms`);
  return sql`(${unionAll([
    settled &&
      sql`
        SELECT toUnixTimestamp64Second(began_at) AS second, pageviews = 1 AND customs = 0 AS bounced,
          duration_ms AS lasted_ms
        FROM ${settled}
        WHERE began_at >= ${scope.from} AND began_at < ${scope.to}`,
    sql`
      SELECT toUnixTimestamp64Second(began_at) AS second, bounced, duration_ms AS lasted_ms
      FROM ${buildLooseVisits(scope, [], sql`began, began_at, bounced, duration_ms`)} WHERE began`,
  ])})`;
}

function buildRevenue(scope: Scope, bucket: Sql): Sql {
  return sql`
    SELECT ${bucket} AS bucket, sum(amount) AS value, sumIf(amount, class = 'new') AS revenue_new,
      sumIf(amount, class = 'renewal') AS revenue_renewal, sumIf(amount, class = 'refund') AS revenue_refund
    FROM ${buildPaymentsInRange(scope, buildClassifiedPayments(scope))} GROUP BY bucket`;
}
