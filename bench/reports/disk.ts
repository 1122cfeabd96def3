import { bind, Sql, sql } from '../../src/store/analytics/sql.ts';
import { type EngineClient, productDatabase } from './engine-client.ts';

export type TableSize = { table: string; rows: number; bytes: number; parts: number; bytesMerged: number };

export type Disk = {
  tables: TableSize[];
  /** As the engine's own merging left it. */
  bytesPerPageview: number;
  /** When everything is merged into one part a year, as it will be in the end. */
  bytesPerPageviewMerged: number;
};

/** All of the product's tables: leaves, goals, payments and whatever is worked out ahead included. */
export async function measureDisk(client: EngineClient, pageviews: number): Promise<Disk> {
  const found = await client.rows<{ table: string; rows: string; bytes: string; parts: string }>(sql`
    SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes, count() AS parts
    FROM system.parts WHERE active AND database = ${bind.string(productDatabase)}
    GROUP BY table ORDER BY bytes DESC`);
  const tables: TableSize[] = [];
  for (const { table, rows, bytes, parts } of found) {
    const bytesMerged = await measureMerged(client, table);
    tables.push({ table, rows: Number(rows), bytes: Number(bytes), parts: Number(parts), bytesMerged });
  }
  const sum = (of: (size: TableSize) => number) => tables.reduce((total, size) => total + of(size), 0);
  return {
    tables,
    bytesPerPageview: sum(({ bytes }) => bytes) / pageviews,
    bytesPerPageviewMerged: sum(({ bytesMerged }) => bytesMerged) / pageviews,
  };
}

/** On a copy that shares the parts: the table itself is measured as it is, and kept so. */
async function measureMerged(client: EngineClient, table: string): Promise<number> {
  const original = new Sql([`${productDatabase}.\`${table}\``], []);
  const mine = sql`bench.merged`;
  await client.run(sql`DROP TABLE IF EXISTS ${mine} SYNC`);
  await client.run(sql`CREATE TABLE ${mine} AS ${original}`);
  const partitions = await client.rows<{ id: string }>(sql`
    SELECT DISTINCT partition_id AS id FROM system.parts
    WHERE active AND database = ${bind.string(productDatabase)} AND table = ${bind.string(table)}`);
  for (const { id } of partitions) {
    await client.run(
      sql`ALTER TABLE ${mine} ATTACH PARTITION ID ${new Sql([`'${id}'`], [])} FROM ${original}`,
    );
  }
  await client.run(sql`OPTIMIZE TABLE ${mine} FINAL`);
  const [size] = await client.rows<{ bytes: string }>(sql`
    SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = 'bench' AND table = 'merged'`);
  await client.run(sql`DROP TABLE ${mine} SYNC`);
  return Number(size?.bytes ?? 0);
}
