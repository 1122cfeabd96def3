import { identifier, joinSql, type Sql, sql, unionAll, whole } from '../store/analytics/sql.ts';
import type { SessionFacts } from '../store/analytics/tables.ts';
import type { Scope } from './scope.ts';
import { listTraffic, type Traffic } from './traffic.ts';

/** A dimension of a traffic report: the session facts it needs and how a row shows it. */
export type Dimension = {
  columns: readonly (keyof SessionFacts)[];
  /** Over the columns above; what rows are grouped and, after visitors, sorted by. */
  value: Sql;
};

export type TailReport = {
  dimension: Dimension;
  /** The select list before the tail; `dimension` is the value of the dimension. */
  select: Sql;
  /** Facts that `where` looks at beside the dimension. */
  looksAt?: readonly (keyof SessionFacts)[];
  /**
   * Facts of which `select` is told how many sessions have each value: for `utm_source` it sums up `row_utm_source`,
   * a tuple of the values in order and their sessions. A value without any is there too.
   */
  tallied?: readonly (keyof SessionFacts)[];
  where?: Sql;
};

/** Half up, to two decimals; nothing divided by nothing is 0. */
export function rounded(value: Sql): Sql {
  return sql`floor(100 * ifNotFinite(${value}, 0) + 0.5) / 100`;
}

/** A visitor lies in one bucket only, so that distinct visitors of the buckets add up. */
export function buildTailReport(scope: Scope, report: TailReport): Sql {
  const { dimension, select, looksAt = [], tallied = [] } = report;
  const kinds = listTraffic(scope, [...dimension.columns, ...looksAt, ...tallied]);
  const tallies = tallied.map((fact) => sql`, ${sumUp(partTally(fact))} AS ${rowTally(fact)}`);
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
      SELECT any(value) AS dimension, arrayUniq(groupArrayArray(part_visitors)) AS row_visitors,
        sum(part_sessions) AS row_sessions, sum(part_pageviews) AS row_pageviews, sum(part_bounces) AS row_bounces,
        sum(part_ms) AS row_ms, sum(part_conversions) AS row_conversions,
        arrayUniq(groupArrayArray(part_converters)) AS row_converters, sum(part_revenue) AS row_revenue
        ${joinSql(tallies, sql``)}
      FROM (${unionAll(kinds.map((traffic) => buildPart(traffic, report)))})
      GROUP BY part)
    GROUP BY dimension
    ORDER BY visitors DESC, dimension ASC
    LIMIT ${whole(scope.limit)}`;
}

/** Grouping by one number takes half as long as grouping by a text and a number. */
function buildPart(traffic: Traffic, { dimension, tallied = [], where }: TailReport): Sql {
  // The last of three keeps values whose sessions add up to 0.
  const tallies = tallied.map(
    (fact) => sql`,
      sumMap([toString(${identifier(fact)})], [toUInt64(${traffic.began})], [toUInt64(1)]) AS ${partTally(fact)}`,
  );
  return sql`
    SELECT bitXor(cityHash64(${dimension.value}), ${traffic.bucket}) AS part, any(${dimension.value}) AS value,
      ${traffic.visitors} AS part_visitors, toInt64(${traffic.sessions}) AS part_sessions,
      toInt64(${traffic.pageviews}) AS part_pageviews, toInt64(${traffic.bounces}) AS part_bounces,
      toInt64(${traffic.durationMs}) AS part_ms, toInt64(${traffic.conversions}) AS part_conversions,
      ${traffic.converters} AS part_converters, ${traffic.revenue} AS part_revenue
      ${joinSql(tallies, sql``)}
    FROM ${traffic.rows} WHERE ${where ?? sql`1`}
    GROUP BY part`;
}

const partTally = (fact: keyof SessionFacts) => identifier(`part_${fact}`);
export const rowTally = (fact: keyof SessionFacts) => identifier(`row_${fact}`);

export function sumUp(tally: Sql): Sql {
  return sql`sumMap(${tally}.1, ${tally}.2, ${tally}.3)`;
}
