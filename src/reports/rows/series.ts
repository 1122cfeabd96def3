import { type Sql, sql } from '../../store/analytics/sql.ts';
import { selectPaid } from './attribution.ts';
import type { Buckets } from './buckets.ts';
import { converters, selectConverting } from './converters.ts';
import { defineMeasures } from './measures.ts';
import type { Scope } from './scope.ts';
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
 * A row for each bucket with something in it: `bucket`, which is its first slot, `value`, and for revenue also
 * `revenue_new, revenue_renewal, revenue_refund`.
 */
export function buildSeries(scope: Scope, metric: Metric, buckets: Buckets): Sql {
  const ofVisits = (value: Sql) => group(sumBySlot(scope), buckets, sql`${value} AS value`);
  switch (metric) {
    case 'visitors':
      return group(scope.visits, buckets, sql`${scope.countVisitors([], buckets.since)} AS value`);
    case 'pageviews':
      return ofVisits(sql`sum(pageviews)`);
    case 'sessions':
      return ofVisits(sql`sum(began)`);
    case 'bounce_rate':
      return ofVisits(rounded(sql`100 * sum(bounced) / sum(began)`));
    case 'session_time':
      return ofVisits(rounded(sql`sum(duration_ms) / sum(began) / 1000`));
    case 'conversions':
      return buildConversions(scope, buckets);
    case 'conversion_rate':
      return buildConversionRate(scope, buckets);
    case 'revenue':
      return buildRevenue(scope, buckets);
  }
}

function group(rows: Sql, { ofSlot }: Buckets, values: Sql): Sql {
  return sql`SELECT bucket, ${values} FROM (SELECT *, ${ofSlot} AS bucket FROM ${rows} AS counted) AS placed GROUP BY bucket`;
}

/** Grouped by slot first, so that the bucket is looked up once a slot and not for each of a million visits. */
function sumBySlot({ visits }: Scope): Sql {
  return sql`(
    SELECT slot, sum(visit.pageviews) AS pageviews, sum(visit.customs) AS customs, sum(visit.began) AS began,
      sum(visit.bounced) AS bounced, sum(visit.duration_ms) AS duration_ms
    FROM ${visits} AS visit GROUP BY slot)`;
}

const conversions = defineMeasures(['value']);

function buildConversions(scope: Scope, buckets: Buckets): Sql {
  return sql`
    SELECT bucket, ${conversions.sums}
    FROM (
      ${group(sumBySlot(scope), buckets, conversions.listPart({ value: sql`sum(customs)` }))}
      UNION ALL
      ${group(scope.credits, buckets, conversions.listPart({ value: sql`sum(conversions)` }))}) AS part
    GROUP BY bucket`;
}

const rate = defineMeasures(['visitors', 'converters']);

function buildConversionRate(scope: Scope, buckets: Buckets): Sql {
  const came = rate.listPart({ visitors: scope.countVisitors([], buckets.since) });
  const converting = selectConverting(scope, [{ name: sql`bucket`, value: buckets.ofSlot }]);
  const converted = rate.listPart({ converters });
  return sql`
    SELECT bucket, ${rounded(sql`100 * converters / visitors`)} AS value
    FROM (
      SELECT bucket, ${rate.sums}
      FROM (
        ${group(scope.visits, buckets, came)}
        UNION ALL
        SELECT bucket, ${converted} FROM (${converting}) AS converting GROUP BY bucket) AS part
      GROUP BY bucket) AS summed`;
}

function buildRevenue(scope: Scope, buckets: Buckets): Sql {
  const ofClass = (wanted: Sql) => sql`coalesce(sum(revenue) FILTER (WHERE class = ${wanted}), 0)`;
  return group(
    sql`(SELECT slot, revenue, class FROM ${selectPaid(scope, false)} AS credit)`,
    buckets,
    sql`sum(revenue) AS value, ${ofClass(sql`'new'`)} AS revenue_new, ${ofClass(sql`'renewal'`)} AS revenue_renewal,
      ${ofClass(sql`'refund'`)} AS revenue_refund`,
  );
}
