import { always, and, joinSql, type Sql, sql } from '../../store/analytics/sql.ts';
import type { Scope } from './scope.ts';

/** How visitors are put into rows: each key by its name, over what visits and credits both have. */
export type ConverterKeys = readonly { name: Sql; value: Sql }[];

/**
 * Visitors who convert among those who came, once for each row, with the row's keys. Whoever reached a goal but is not
 * among the visitors of the row is left out, so that no rate is above 100 (contract §5). Converters are few, so the
 * visits are filtered to theirs in one scan.
 */
export function selectConverters(
  { visits, credits }: Pick<Scope, 'visits' | 'credits'>,
  keys: ConverterKeys,
  where: Sql = always,
): Sql {
  const listed = joinSql(
    keys.map(({ name, value }) => sql`${value} AS ${name}, `),
    sql``,
  );
  const rowKeys = joinSql([...keys.map(({ name }) => name), sql`visitor_hash`], sql`, `);
  const hasGoal = sql`visitor_hash IN (SELECT visitor_hash FROM ${credits} AS goal WHERE conversions > 0)`;
  return sql`
    SELECT ${rowKeys}
    FROM (
      SELECT ${listed}visitor_hash, 1 AS came, CASE WHEN customs > 0 THEN 1 ELSE 0 END AS converted
      FROM ${visits} AS visit WHERE ${and(sql`(customs > 0 OR ${hasGoal})`, where)}
      UNION ALL
      SELECT ${listed}visitor_hash, 0 AS came, 1 AS converted
      FROM ${credits} AS credit WHERE ${and(sql`conversions > 0`, where)}) AS candidate
    GROUP BY ${rowKeys} HAVING max(came) = 1 AND max(converted) = 1`;
}
