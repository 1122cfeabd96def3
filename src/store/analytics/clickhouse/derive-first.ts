import { DerivedOnce, Either, type Part, type RenderedSql, renderSql, Sql } from '../sql.ts';
import { clickhouseDialect } from './clickhouse-dialect.ts';

export type DerivedTable = { name: string; rows: RenderedSql };

/** Tables to make in this order, each of which may read those before it, and the statement that reads them. */
export type Steps = { tables: readonly DerivedTable[]; statement: RenderedSql };

/**
 * ClickHouse plans and runs a subquery in every place where a statement has it. What is named in several places becomes
 * a table; what is named once stays where it is.
 */
export function deriveFirst(question: Sql): Steps {
  const repeated = findRepeated(question);
  const tables: DerivedTable[] = [];
  const names = new Map<DerivedOnce, string>();

  const render = (part: Sql) => renderSql(part, clickhouseDialect, nameTable);

  function nameTable(derived: DerivedOnce): string | undefined {
    if (!repeated.has(derived)) return undefined;
    const known = names.get(derived);
    if (known) return known;
    const rows = render(derived.rows);
    const name = `derived_${tables.length}`;
    tables.push({ name, rows });
    names.set(derived, name);
    return name;
  }

  const statement = render(question);
  return { tables, statement };
}

/** What is in another that is named twice is there once, as the other is worked out once. */
function findRepeated(question: Sql): Set<DerivedOnce> {
  const seen = new Set<DerivedOnce>();
  const repeated = new Set<DerivedOnce>();
  const visitAll = ({ values }: Sql): void => values.forEach(visit);
  const visit = (part: Part): void => {
    if (part instanceof Sql) visitAll(part);
    if (part instanceof Either) visitAll(part.spellings.clickhouse);
    if (!(part instanceof DerivedOnce)) return;
    if (seen.has(part)) repeated.add(part);
    else visitAll(part.rows);
    seen.add(part);
  };
  visitAll(question);
  return repeated;
}
