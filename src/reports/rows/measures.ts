import { noMoney } from '../../store/analytics/dialect.ts';
import { identifier, joinSql, type Sql, sql } from '../../store/analytics/sql.ts';

/**
 * For rows that are put together from parts: each part counts some of the measures over relations of its own, and the
 * row is the sum of all parts.
 */
export type Measures<Name extends string> = {
  /** The select list of a part; measures that it does not count are 0. */
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

/** Differs from the measure's own name, which is the name of the sum. */
function partOf(measure: string): Sql {
  return identifier(`part_${measure}`);
}
