import { always, identifier, joinSql, type Sql, sql, unionAll, whole } from '../../store/analytics/sql.ts';
import type { SessionFacts } from '../../store/analytics/tables.ts';
import { selectPaid } from './attribution.ts';
import { converters, selectConverting } from './converters.ts';
import type { Dimension } from './dimensions.ts';
import { defineMeasures } from './measures.ts';
import type { Scope } from './scope.ts';

export type TailReport = {
  /** By the name of their column. Without any, there is one row, even without data. */
  dimensions: Readonly<Record<string, Dimension>>;
  /** Which sessions are counted, by their facts; all of them unless given. */
  where?: Sql;
  /** Further columns of a row, made from those of the dimensions. */
  also?: Sql;
};

/** Rounds half up to two decimals; 0 divided by 0 is 0. */
export function rounded(value: Sql): Sql {
  return sql`CASE WHEN isFinite(${value}) THEN floor(100 * (${value}) + 0.5) / 100 ELSE 0 END`;
}

/** Rows that end with the columns of the tail (contract §4). */
export function buildTailReport(scope: Scope, report: TailReport): Sql {
  const keys = keysOf(report);
  const heads = Object.keys(report.dimensions).map(
    (column) => sql`${keyOf(column)} AS ${identifier(column)}, `,
  );
  const also = report.also ? sql`${report.also}, ` : sql``;
  const inOrder = joinSql([sql`visitors DESC`, ...keys.map((key) => sql`${key} ASC`)], sql`, `);
  return sql`
    SELECT ${joinSql(heads, sql``)}${also}visitors, sessions, pageviews, bounces,
      100 * bounces / sessions AS bounce_rate, duration_ms / sessions / 1000 AS avg_session_seconds,
      conversions, 100 * converters / visitors AS conversion_rate, revenue
    FROM (
      SELECT ${joinSql([...keys, sums], sql`, `)}
      FROM (${unionAll([countVisits(scope, report), listCredits(scope, report), countConverters(scope, report)])}) AS part
      ${groupBy(keys)}) AS counted
    ORDER BY ${inOrder}
    LIMIT ${whole(scope.limit)}`;
}

const { listPart, sums } = defineMeasures([
  'visitors',
  'sessions',
  'pageviews',
  'bounces',
  'duration_ms',
  'conversions',
  'converters',
  'revenue',
]);

function countVisits(scope: Scope, report: TailReport): Sql {
  const { where = always } = report;
  const known = findKnownVisitors(scope, report);
  const counts = listPart({
    visitors: known ? scope.countVisitors(known) : sql`count(DISTINCT visitor_hash)`,
    sessions: sql`sum(began)`,
    pageviews: sql`sum(pageviews)`,
    bounces: sql`sum(bounced)`,
    duration_ms: sql`sum(duration_ms)`,
    conversions: sql`sum(customs)`,
  });
  const keys = known ? known.map(identifier) : keysOf(report);
  return sql`
    SELECT ${listKeys(report)}${counts} FROM ${scope.visits} AS visit WHERE ${where} ${groupBy(keys)}`;
}

/**
 * The facts for which visitors are a sum instead of a distinct count. Visits are then grouped by the fact itself, which
 * takes a fifth of the time, and values that are shown as the same are added up in the few rows that are left.
 */
function findKnownVisitors(
  { sumsVisitors }: Scope,
  { dimensions, where }: TailReport,
): (keyof SessionFacts)[] | undefined {
  const facts = Object.values(dimensions).map(({ fact }) => fact);
  const isEach = facts.every((fact) => fact !== undefined);
  // A condition of the report leaves out visits as a filter does, so visitors are no sum then.
  return !where && isEach && sumsVisitors(facts) ? facts : undefined;
}

/**
 * Not added up here: they are few beside the visits. Money is separate because a wide number in every visit would cost
 * more than all other columns.
 */
function listCredits(scope: Scope, report: TailReport): Sql {
  const goals = { conversions: sql`conversions` };
  const money = { revenue: sql`revenue` };
  const tellsSessions = Object.keys(report.dimensions).length > 0 || report.where !== undefined;
  if (scope.model === undefined) return listRows(report, scope.credits, { ...goals, ...money });
  return unionAll([
    listRows(report, scope.credits, goals),
    listRows(report, selectPaid(scope, tellsSessions), money),
  ]);
}

function listRows(report: TailReport, rows: Sql, counts: Parameters<typeof listPart>[0]): Sql {
  const { where = always } = report;
  return sql`SELECT ${listKeys(report)}${listPart(counts)} FROM ${rows} AS credit WHERE ${where}`;
}

function countConverters(scope: Scope, report: TailReport): Sql {
  const keys = keysOf(report);
  const shown = Object.entries(report.dimensions).map(([column, { value }]) => ({
    name: keyOf(column),
    value,
  }));
  return sql`
    SELECT ${joinSql([...keys, listPart({ converters })], sql`, `)}
    FROM (${selectConverting(scope, shown, report.where)}) AS converting
    ${groupBy(keys)}`;
}

function listKeys({ dimensions }: TailReport): Sql {
  return joinSql(
    Object.entries(dimensions).map(([column, { value }]) => sql`${value} AS ${keyOf(column)}, `),
    sql``,
  );
}

function groupBy(keys: readonly Sql[]): Sql {
  return keys.length > 0 ? sql`GROUP BY ${joinSql(keys, sql`, `)}` : sql``;
}

function keysOf({ dimensions }: TailReport): Sql[] {
  return Object.keys(dimensions).map(keyOf);
}

/** Differs from the column's own name, which may be that of a fact. */
function keyOf(column: string): Sql {
  return identifier(`shown_${column}`);
}
