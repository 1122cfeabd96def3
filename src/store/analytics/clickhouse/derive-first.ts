import { findRepeated } from '../find-repeated.ts';
import { type RenderedSql, renderSteps, type Sql } from '../sql.ts';
import { clickhouseDialect } from './clickhouse-dialect.ts';

export type DerivedTable = { name: string; rows: RenderedSql };

/** Tables to make in this order, each of which may read those before it, and the statement that reads them. */
export type Steps = { tables: readonly DerivedTable[]; statement: RenderedSql };

/**
 * ClickHouse plans and runs a subquery in every place where a statement has it. What is named in several places becomes
 * a table; what is named once stays where it is.
 */
export function deriveFirst(question: Sql): Steps {
  const repeated = findRepeated(question, clickhouseDialect.name);
  const names = new Map(repeated.map((derived, index) => [derived, `derived_${index}`]));
  const steps = [...repeated.map(({ rows }) => rows), question];
  const rendered = renderSteps(steps, clickhouseDialect, (derived) => names.get(derived));
  const tables = [...names.values()].map((name, index) => ({ name, rows: rendered[index] as RenderedSql }));
  return { tables, statement: rendered[tables.length] as RenderedSql };
}
