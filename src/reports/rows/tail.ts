import {
  type Bound,
  identifier,
  joinSql,
  type Sql,
  sql,
  unionAll,
  whole,
} from '../../store/analytics/sql.ts';
import type { SessionFacts } from '../../store/analytics/tables.ts';
import type { Scope } from './scope.ts';
import { listTraffic, type Traffic } from './traffic.ts';

/** A dimension of a traffic report: the session facts it needs and how a row shows it. */
export type Dimension = {
  columns: readonly (keyof SessionFacts)[];
  /** Over the columns above; what rows are grouped and, after visitors, sorted by. */
  value: Sql;
  /** Where the value is a fact, or a word in place of an empty one: the word is then put in at last. */
  fact?: { column: Sql; emptyWord: Bound };
};

export type TailReport = {
  dimension: Dimension;
  /** The select list before the tail; `dimension` is the value of the dimension. */
  select: Sql;
  /** Facts that `where` looks at beside the dimension. */
  looksAt?: readonly (keyof SessionFacts)[];
  /**
   * Facts of which `select` is told how many sessions have each value: for `utm_source` it sums up `row_utm_source`,
   * a tuple of the values in order, with `(none)` for the empty one, and their sessions. A value without any is there
   * too.
   */
  tallied?: readonly (keyof SessionFacts)[];
  where?: Sql;
};

/** Half up, to two decimals; nothing divided by nothing is 0. */
export function rounded(value: Sql): Sql {
  return sql`floor(100 * ifNotFinite(${value}, 0) + 0.5) / 100`;
}

/**
 * A visitor lies in one bucket only, so that distinct visitors of the buckets add up. Without a dimension it is one row,
 * also of nothing.
 */
export function buildTailReport(scope: Scope, report: TailReport): Sql {
  const { dimension, select, looksAt = [], tallied = [] } = report;
  const kinds = listTraffic(scope, [...dimension.columns, ...looksAt, ...tallied]);
  // The last of three keeps values whose sessions add up to 0.
  const tallies = tallied.map(
    (fact) => sql`,
        sumMap([if(${partFact(fact)} = '', '(none)', toString(${partFact(fact)}))], [toUInt64(part_sessions)],
          [toUInt64(1)]) AS ${rowTally(fact)}`,
  );
  const isWhole = dimension.columns.length === 0;
  const rows = isWhole
    ? sql``
    : sql`GROUP BY dimension ORDER BY visitors DESC, dimension ASC LIMIT ${whole(scope.limit)}`;
  return sql`
    SELECT ${isWhole ? sql`` : sql`${select},`}
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
      SELECT ${showCarried(dimension)} AS dimension, arrayUniq(groupArrayArray(part_visitors)) AS row_visitors,
        sum(part_sessions) AS row_sessions, sum(part_pageviews) AS row_pageviews, sum(part_bounces) AS row_bounces,
        sum(part_ms) AS row_ms, sum(part_conversions) AS row_conversions,
        arrayUniq(groupArrayArray(part_converters)) AS row_converters, sum(part_revenue) AS row_revenue
        ${joinSql(tallies, sql``)}
      FROM (${unionAll(kinds.map((traffic) => buildPart(traffic, report)))})
      GROUP BY ${buildShownPart(dimension)})
    ${rows}`;
}

/** Grouping by one number takes half as long as grouping by a text and a number. */
function buildPart(traffic: Traffic, { dimension, tallied = [], where }: TailReport): Sql {
  const facts = tallied.map((fact) => sql`, ${identifier(fact)} AS ${partFact(fact)}`);
  const keys = joinSql([sql`part`, ...tallied.map(partFact)], sql`, `);
  const columns = sql`
    bitXor(${buildKey(dimension)}, ${traffic.bucket}) AS part,
      any(${dimension.fact?.column ?? dimension.value}) AS carried,
      ${traffic.visitors} AS part_visitors, ${traffic.sessions} AS part_sessions,
      ${traffic.pageviews} AS part_pageviews, ${traffic.bounces} AS part_bounces, ${traffic.durationMs} AS part_ms,
      ${traffic.conversions} AS part_conversions, ${traffic.converters} AS part_converters,
      ${traffic.revenue} AS part_revenue
      ${joinSql(facts, sql``)}`;
  return traffic.read(columns, where, sql`GROUP BY ${keys}`);
}

/** The same number for equal values. */
function buildKey({ value, fact }: Dimension): Sql {
  return sql`cityHash64(${fact?.column ?? value})`;
}

/** An empty fact and its word are one value: told apart in a million rows, and put together in the few that are left. */
function buildShownPart({ fact }: Dimension): Sql {
  return fact
    ? sql`if(carried = '', bitXor(part, bitXor(cityHash64(''), cityHash64(${fact.emptyWord}))), part)`
    : sql`part`;
}

function showCarried({ fact }: Dimension): Sql {
  const carried = sql`any(carried)`;
  return fact ? sql`if(${carried} = '', ${fact.emptyWord}, ${carried})` : carried;
}

const partFact = (fact: keyof SessionFacts) => identifier(`part_${fact}`);
export const rowTally = (fact: keyof SessionFacts) => identifier(`row_${fact}`);

export function sumUp(tally: Sql): Sql {
  return sql`sumMap(${tally}.1, ${tally}.2, ${tally}.3)`;
}
