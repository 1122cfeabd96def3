import type { Clock } from '../../../contract/clock.ts';
import type { RecordBatch } from '../analytics-engine.ts';
import { type TableName, tableNames } from '../tables.ts';
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
  const rowsOf = (table: TableName) => rows[table] ?? [];
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

/** No text within a row can look like this, because quotes are escaped there. */
const seqOfRow = /"seq":(\d+)/;

function findSeqRange(rows: readonly string[]): SeqRange | undefined {
  const numbers = rows.map((row) => Number(seqOfRow.exec(row)?.[1]));
  if (numbers.length === 0) return undefined;
  return numbers.reduce<SeqRange>(
    ({ first, last }, seq) => ({ first: Math.min(first, seq), last: Math.max(last, seq) }),
    { first: Number.POSITIVE_INFINITY, last: 0 },
  );
}
