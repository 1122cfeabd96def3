import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordBatch } from '../../../src/store/analytics/analytics-engine.ts';
import { openDatabase } from '../../../src/store/analytics/duckdb/open-database.ts';
import { buildTransaction, type Transaction } from '../../../src/store/analytics/duckdb/transaction.ts';
import { bind, type Sql, sql, unionAll, whole } from '../../../src/store/analytics/sql.ts';
import { type TableName, tableNames } from '../../../src/store/analytics/tables.ts';
import { domain } from '../data-set.ts';
import { buildArrivingEra, type Plan } from './eras.ts';
import { createLookups, makeChunk, sentRecords } from './fill.ts';

const source = 'bench';

/** Records of the day after the data set, in the order of their arrival from noon on: `count` batches of `size`. */
export async function buildArrivingBatches(plan: Plan, count: number, size: number): Promise<RecordBatch[]> {
  const temporaryDirectory = await mkdtemp(join(tmpdir(), 'footfall-bench-'));
  const memory = { memoryLimitMb: 1024, temporaryLimitMb: 1024 };
  const { writer, close } = await openDatabase({ path: ':memory:', temporaryDirectory, ...memory });
  try {
    const transaction = buildTransaction(writer);
    await createLookups(transaction, domain);
    const lines = await selectLines(transaction, plan, count * size);
    return Array.from({ length: count }, (_, index) => ({
      name: `arriving-${index}`,
      source,
      rows: groupByTable(lines.slice(index * size, (index + 1) * size)),
    }));
  } finally {
    await close();
    await rm(temporaryDirectory, { recursive: true, force: true });
  }
}

type Line = { table: TableName; line: string };

async function selectLines(transaction: Transaction, plan: Plan, limit: number): Promise<Line[]> {
  const era = buildArrivingEra(plan);
  await makeChunk(transaction, era, { first: 0, count: era.sessions });
  const noon = 1000 * (era.firstDay + 43_200_000);
  const parts = sentRecords.map(([table, select]) => selectAsSent(table, select(era)));
  const rows = await transaction.ask(sql`
    SELECT owner, line FROM (${unionAll(parts)}) WHERE seq >= ${whole(noon)} ORDER BY seq LIMIT ${whole(limit)}`);
  return rows.map(({ owner, line }) => ({ table: owner as TableName, line: String(line) }));
}

/** As the drain hands them over: moments and money as text. */
function selectAsSent(table: TableName, records: Sql): Sql {
  const money = table === 'payments' ? sql`, CAST(amount AS VARCHAR) AS amount` : sql``;
  return sql`
    SELECT seq, ${bind.text(table)} AS owner, CAST(to_json(record) AS VARCHAR) AS line
    FROM (SELECT * REPLACE (strftime(ts, '%Y-%m-%d %H:%M:%S.%g') AS ts${money}) FROM (${records})) AS record`;
}

function groupByTable(lines: readonly Line[]): RecordBatch['rows'] {
  const rowsOf = (name: TableName) =>
    lines.filter(({ table }) => table === name).map(({ line }) => JSON.parse(line));
  return Object.fromEntries(tableNames.map((name) => [name, rowsOf(name)]));
}
