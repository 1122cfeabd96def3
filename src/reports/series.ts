import { bind, type Sql, sql } from '../store/analytics/sql.ts';
import { buildClassifiedPayments } from './payments.ts';
import { buildConversionsInRange, buildHitsInRange, buildPaymentsInRange } from './records-in-range.ts';
import type { Scope } from './scope.ts';
import { buildSessionsInRange } from './sessions.ts';
import { rounded } from './tail.ts';

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
 * Rows of `bucket, value, revenue_new, revenue_renewal, revenue_refund` for the buckets that have records. A bucket
 * is its start in Unix seconds.
 */
export function buildSeries(scope: Scope, metric: Metric, buckets: readonly number[]): Sql {
  const starts = bind.integers(buckets);
  const bucketOf = (instant: Sql) => sql`roundDown(toUnixTimestamp64Second(${instant}), ${starts})`;
  if (metric === 'revenue') return buildRevenue(scope, bucketOf(sql`ts`));
  const [value, source, at] = buildMeasure(scope, metric);
  return sql`(
    SELECT ${bucketOf(at)} AS bucket, toFloat64(${value}) AS value, 0 AS revenue_new, 0 AS revenue_renewal,
      0 AS revenue_refund
    FROM ${source} GROUP BY bucket)`;
}

/** What is computed, over which rows, and which instant of a row decides its bucket. */
function buildMeasure(scope: Scope, metric: Exclude<Metric, 'revenue'>): [value: Sql, source: Sql, at: Sql] {
  const hits = buildHitsInRange(scope);
  const sessions = sql`(SELECT * FROM ${buildSessionsInRange(scope, [])} WHERE began)`;
  const conversions = buildConversionsInRange(scope);
  switch (metric) {
    case 'visitors':
      return [sql`uniqExact(visitor_hash)`, hits, sql`ts`];
    case 'pageviews':
      return [sql`countIf(type = 'pageview')`, hits, sql`ts`];
    case 'sessions':
      return [sql`count()`, sessions, sql`began_at`];
    case 'bounce_rate':
      return [rounded(sql`100 * countIf(bounced) / count()`), sessions, sql`began_at`];
    case 'session_time':
      return [rounded(sql`avg(duration_ms) / 1000`), sessions, sql`began_at`];
    case 'conversions':
      return [sql`count()`, conversions, sql`ts`];
    case 'conversion_rate':
      return [
        rounded(sql`100 * uniqExactIf(visitor_hash, converts) / uniqExactIf(visitor_hash, NOT converts)`),
        sql`(SELECT ts, visitor_hash, 0 AS converts FROM ${hits}
             UNION ALL SELECT ts, visitor_hash, 1 AS converts FROM ${conversions})`,
        sql`ts`,
      ];
  }
}

function buildRevenue(scope: Scope, bucket: Sql): Sql {
  return sql`(
    SELECT ${bucket} AS bucket, sum(amount) AS value, sumIf(amount, class = 'new') AS revenue_new,
      sumIf(amount, class = 'renewal') AS revenue_renewal, sumIf(amount, class = 'refund') AS revenue_refund
    FROM ${buildPaymentsInRange(scope, buildClassifiedPayments(scope))} GROUP BY bucket)`;
}
