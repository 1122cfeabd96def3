import { always, and, joinSql, type Sql, sql } from '../../store/analytics/sql.ts';
import type { Scope } from './scope.ts';

/** How visitors are put into rows: each key by its name, over what visits and credits both have. */
export type ConverterKeys = readonly { name: Sql; value: Sql }[];

/** How many visitors of a group of `selectConverting` convert: over the visits of a row. */
export const converters = sql`count(DISTINCT visitor_hash)`;

/**
 * The visits of those who convert, with their row's keys and `visitor_hash`. Whoever reached a goal but is not among the
 * visitors of the row has no visit here, so that no rate is above 100 (contract §5).
 */
export function selectConverting(
  { visits, credits }: Pick<Scope, 'visits' | 'credits'>,
  keys: ConverterKeys,
  where: Sql = always,
): Sql {
  const visitor = sql`visitor_hash`;
  const ofRow = joinSql([...keys.map(({ value }) => value), visitor], sql`, `);
  const listed = joinSql([...keys.map(({ name, value }) => sql`${value} AS ${name}`), visitor], sql`, `);
  const reached = sql`(SELECT ${ofRow} FROM ${credits} AS goal WHERE ${and(sql`conversions > 0`, where)})`;
  return sql`
    SELECT ${listed} FROM ${visits} AS visit WHERE ${and(sql`(customs > 0 OR (${ofRow}) IN ${reached})`, where)}`;
}
