import { type Sql, sql, whole } from '../store/analytics/sql.ts';
import type { Scope } from './scope.ts';
import type { SessionColumn } from './sessions.ts';
import { buildTraffic } from './traffic.ts';

/** A dimension of a traffic report: the session facts it needs and how a row shows it. */
export type Dimension = {
  columns: readonly SessionColumn[];
  /** Over the columns above; what rows are grouped and, after visitors, sorted by. */
  value: Sql;
};

export type TailReport = {
  dimension: Dimension;
  /** The select list before the tail; `dimension` is the value of the dimension. */
  select: Sql;
  /** Facts that `partial` and `where` look at beside the dimension. */
  aggregated?: readonly SessionColumn[];
  /** What `select` aggregates further, computed for each part of a row; `began` tells the sessions that count. */
  partial?: Sql;
  where?: Sql;
};

/** Half up, to two decimals; nothing divided by nothing is 0. */
export function rounded(value: Sql): Sql {
  return sql`floor(100 * ifNotFinite(${value}, 0) + 0.5) / 100`;
}

/**
 * A visitor lies in one bucket only, so that distinct visitors of the buckets add up. Grouping by one number takes half
 * as long as grouping by a text and a number.
 */
export function buildTailReport(
  scope: Scope,
  { dimension, select, aggregated = [], partial, where }: TailReport,
): Sql {
  const columns = [...dimension.columns, ...aggregated];
  const part = partial ? sql`, ${partial}` : sql``;
  return sql`
    SELECT ${select},
      sum(row_visitors) AS visitors,
      sum(row_sessions) AS sessions,
      sum(row_pageviews) AS pageviews,
      sum(row_bounces) AS bounces,
      ${rounded(sql`100 * bounces / sessions`)} AS bounce_rate,
      ${rounded(sql`sum(row_ms) / sessions / 1000`)} AS avg_session_seconds,
      sum(row_conversions) AS conversions,
      ${rounded(sql`100 * sum(row_converters) / visitors`)} AS conversion_rate,
      sum(row_revenue) AS revenue
    FROM (
      SELECT any(${dimension.value}) AS dimension, uniqExactIf(visitor_hash, visits) AS row_visitors,
        sum(began) AS row_sessions, sum(pageviews) AS row_pageviews, sum(bounces) AS row_bounces,
        sum(duration_ms) AS row_ms, sum(conversions) AS row_conversions,
        uniqExactIf(visitor_hash, converts) AS row_converters, sum(revenue) AS row_revenue ${part}
      FROM ${buildTraffic(scope, columns)} WHERE ${where ?? sql`1`}
      GROUP BY bitXor(cityHash64(${dimension.value}), bucket))
    GROUP BY dimension
    ORDER BY visitors DESC, dimension ASC
    LIMIT ${whole(scope.limit)}`;
}
