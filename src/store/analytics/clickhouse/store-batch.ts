import type { Clock } from '../../../contract/clock.ts';
import type { RecordBatch } from '../analytics-engine.ts';
import { type TableName, type TableRows, tableNames } from '../tables.ts';
import { lookBack, type SeqRange } from './look-back.ts';
import { trialName } from './schema/trial-tables.ts';
import type { Statements } from './statements.ts';

/**
 * One insert a table, deduplicated by a token when it is repeated. The engine has no transaction over several tables.
 * So that a batch with a row that can never be stored leaves nothing behind, the rows of all tables but the first are
 * inserted into trial tables before anything is stored. `lookBack` runs before the batch is finished: after a crash the
 * whole batch is repeated, including it.
 */
export async function storeBatch(
  statements: Statements,
  { name, rows }: RecordBatch,
  clock: Clock,
): Promise<void> {
  const rowsOf = <Name extends TableName>(table: Name): readonly TableRows[Name][] => rows[table] ?? [];
  const insert = (table: TableName) => statements.insert(table, rowsOf(table), `${name}:${table}`);
  const attempt = (table: TableName) =>
    statements.insert(trialName(table), rowsOf(table), `${name}:${table}`);
  const [first, ...others] = tableNames.filter((table) => rowsOf(table).length > 0);
  if (!first) return;
  await Promise.all(others.map(attempt));
  await insert(first);
  await Promise.all(others.map(insert));
  const changing = findSeqRange([...rowsOf('hits'), ...rowsOf('payments')]);
  if (changing) await lookBack(statements, changing, clock());
}

function findSeqRange(rows: readonly { seq: number }[]): SeqRange | undefined {
  if (rows.length === 0) return undefined;
  return rows.reduce<SeqRange>(
    ({ first, last }, { seq }) => ({ first: Math.min(first, seq), last: Math.max(last, seq) }),
    { first: Number.POSITIVE_INFINITY, last: 0 },
  );
}
