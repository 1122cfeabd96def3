import { identifier, joinSql, type Sql, sql, whole } from '../store/analytics/sql.ts';
import type { Scope } from './scope.ts';
import { buildCredits, buildSessionsInRange, type SessionColumn } from './sessions.ts';

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
  /** Facts that `select` aggregates beside the dimension. */
  aggregated?: readonly SessionColumn[];
  where?: Sql;
};

/** Half up, to two decimals; nothing divided by nothing is 0. */
export function rounded(value: Sql): Sql {
  return sql`floor(100 * ifNotFinite(${value}, 0) + 0.5) / 100`;
}

export function buildTailReport(
  scope: Scope,
  { dimension, select, aggregated = [], where }: TailReport,
): Sql {
  const columns = [...dimension.columns, ...aggregated];
  const extra = joinSql(
    aggregated.map((column) => sql`, ${identifier(column)}`),
    sql``,
  );
  const condition = where ?? sql`1`;
  return sql`
    SELECT ${select},
      uniqExactArray(row_visitors) AS visitors,
      sum(row_sessions) AS sessions,
      sum(row_pageviews) AS pageviews,
      sum(row_bounces) AS bounces,
      ${rounded(sql`100 * bounces / sessions`)} AS bounce_rate,
      ${rounded(sql`sum(row_ms) / sessions / 1000`)} AS avg_session_seconds,
      sum(row_conversions) AS conversions,
      ${rounded(sql`100 * uniqExactArray(row_converters) / visitors`)} AS conversion_rate,
      sum(row_revenue) AS revenue
    FROM (
      SELECT ${dimension.value} AS dimension ${extra}, visitors_within AS row_visitors,
        toUInt64(began) AS row_sessions, toUInt64(pageviews_within) AS row_pageviews,
        toUInt64(began AND bounced) AS row_bounces, if(began, duration_ms, 0) AS row_ms,
        toUInt64(customs_within) AS row_conversions, converters_within AS row_converters,
        toDecimal128(0, 6) AS row_revenue
      FROM ${buildSessionsInRange(scope, columns)} WHERE ${condition}
      UNION ALL
      SELECT ${dimension.value} AS dimension ${extra}, [] AS row_visitors,
        0 AS row_sessions, 0 AS row_pageviews, 0 AS row_bounces, 0 AS row_ms,
        toUInt64(conversions) AS row_conversions, converters AS row_converters, revenue AS row_revenue
      FROM ${buildCredits(scope, columns)} WHERE ${condition})
    GROUP BY dimension
    ORDER BY visitors DESC, dimension ASC
    LIMIT ${whole(scope.limit)}`;
}
