import { derivedTableNames } from '../../src/store/analytics/duckdb/schema.ts';
import { bind, type Sql, sql, unionAll } from '../../src/store/analytics/sql.ts';
import { tableNames } from '../../src/store/analytics/tables.ts';
import type { DataSet } from './data-set.ts';

export type ColumnSize = { table: string; column: string; bytes: number };

export type TableSize = { table: string; rows: number; bytes: number; columns: ColumnSize[] };

export type Disk = {
  tables: TableSize[];
  /** All that the file uses but the table of the comparison. */
  bytes: number;
};

const leanTable = 'bench.lean';
const productTables: readonly string[] = [...tableNames, ...derivedTableNames];

/** Everything is included: leaves, goals, payments and all that is derived. */
export async function measureDisk({ rows }: Pick<DataSet, 'rows'>): Promise<Disk> {
  const sizes = await rows(sumSegments([...productTables, leanTable]));
  const columns = sizes.map(({ owner, column_name: column, bytes }) => ({
    table: String(owner),
    column: String(column),
    bytes: Number(bytes),
  }));
  const sum = (of: readonly ColumnSize[]) => of.reduce((total, { bytes }) => total + bytes, 0);
  const tables: TableSize[] = [];
  for (const table of productTables) {
    const own = columns.filter((each) => each.table === table).sort((a, b) => b.bytes - a.bytes);
    tables.push({ table, rows: await countRows(rows, table), bytes: sum(own), columns: own });
  }
  const lean = sum(columns.filter(({ table }) => table === leanTable));
  return { tables: tables.sort((a, b) => b.bytes - a.bytes), bytes: (await measureFile(rows)) - lean };
}

type Ask = DataSet['rows'];

async function measureFile(rows: Ask): Promise<number> {
  const [size] = await rows(sql`SELECT used_blocks * block_size AS bytes FROM pragma_database_size()`);
  return Number(size?.bytes);
}

async function countRows(rows: Ask, table: string): Promise<number> {
  const [size] = await rows(sql`
    SELECT estimated_size AS rows FROM duckdb_tables() WHERE table_name = ${bind.text(table)}`);
  return Number(size?.rows);
}

/**
 * The engine says where a segment begins in its block, and that several may share one: each reaches until the next, the
 * last until the end. What does not fit fills blocks of its own.
 */
function sumSegments(tables: readonly string[]): Sql {
  const segments = tables.map(
    (table) => sql`
      SELECT ${bind.text(table)} AS owner, column_name, block_id, block_offset, additional_block_ids
      FROM pragma_storage_info(${bind.text(table)}) WHERE block_id >= 0`,
  );
  return sql`
    SELECT owner, column_name, sum(own + ${blockSize} * coalesce(len(additional_block_ids), 0)) AS bytes
    FROM (
      SELECT *, coalesce(lead(block_offset) OVER (PARTITION BY block_id ORDER BY block_offset), ${blockSize})
        - block_offset AS own
      FROM (${unionAll(segments)}) AS segment) AS placed
    GROUP BY owner, column_name`;
}

const blockSize = sql`(SELECT any_value(block_size) FROM pragma_database_size())`;
