import { noMoney } from '../../store/analytics/dialect.ts';
import { identifier, joinSql, type Sql, sql } from '../../store/analytics/sql.ts';

/**
 * For rows that are put together of parts: each part counts some of the measures, in relations of its own, and the sums
 * over all parts are the row's.
 */
export type Measures<Name extends string> = {
  /** The select list of a part; what it does not count is 0. */
  listPart(counts: Partial<Record<Name, Sql>>): Sql;
  /** The select list over all parts. */
  sums: Sql;
};

export function defineMeasures<Name extends string>(names: readonly Name[]): Measures<Name> {
  return {
    listPart: (counts) =>
      joinSql(
        names.map((name) => sql`${counts[name] ?? nothingOf(name)} AS ${partOf(name)}`),
        sql`, `,
      ),
    sums: joinSql(
      names.map((name) => sql`coalesce(sum(${partOf(name)}), 0) AS ${identifier(name)}`),
      sql`, `,
    ),
  };
}

function nothingOf(measure: string): Sql {
  return measure === 'revenue' ? noMoney : sql`0`;
}

/** Not the measure's own name, under which the sum stands beside it. */
function partOf(measure: string): Sql {
  return identifier(`part_${measure}`);
}
