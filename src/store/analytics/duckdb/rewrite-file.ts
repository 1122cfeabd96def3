/**
 * Deleted rows stay in free blocks of the file until those are reused. So everything live is copied into a new file,
 * which replaces the old one when it is complete. A process that is killed leaves one or the other.
 */
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { logOf, rewriteDirectoryOf, sizeOfLog } from './open-database.ts';

export class NoRoomToRewrite extends Error {
  constructor(path: string, neededBytes: number, freeBytes: number) {
    const inMegabytes = (bytes: number) => `${Math.ceil(bytes / megabyte)} MB`;
    super(
      `${path} was not rewritten: that takes ${inMegabytes(neededBytes)} on its disk, of which ` +
        `${inMegabytes(freeBytes)} are free. Make room; it is tried again every night.`,
    );
    this.name = 'NoRoomToRewrite';
  }
}

const megabyte = 1024 * 1024;
/** Left free, because records arrive meanwhile and nobody should find the disk full. */
const reservedBytes = 128 * megabyte;

/** Resolves to the size of the file with its log. */
export async function requireRoom(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path));
  const size = (await stat(path)).size + (await sizeOfLog(path));
  const free = bavail * bsize;
  const needed = size + reservedBytes;
  if (free < needed) throw new NoRoomToRewrite(path, needed, free);
  return size;
}

/** Resolves to the path of the copy. Nothing may change while it is made. */
export async function copyWhatIsThere(writer: DuckDBConnection, path: string): Promise<string> {
  const directory = rewriteDirectoryOf(path);
  await removeCopy(path);
  await mkdir(directory, { mode: 0o700 });
  const copy = join(directory, basename(path));
  try {
    await writer.run(`ATTACH '${copy.replaceAll("'", "''")}' AS copy`);
    try {
      await writer.run(`COPY FROM DATABASE "${await findName(writer)}" TO copy`);
      await requireAll(writer);
      await writer.run('CHECKPOINT copy');
    } finally {
      await writer.run('DETACH copy');
    }
    return copy;
  } catch (error) {
    await removeCopy(path);
    throw error;
  }
}

async function findName(writer: DuckDBConnection): Promise<string> {
  const [row] = (await writer.runAndReadAll('SELECT current_database() AS name')).getRowObjectsJson();
  return String(row?.name).replaceAll('"', '""');
}

async function requireAll(writer: DuckDBConnection): Promise<void> {
  const own = await countRows(writer, 'current_database()');
  const copied = await countRows(writer, "'copy'");
  if (own === copied) return;
  throw new Error(`The copy of the records is not whole: ${copied} instead of ${own}`);
}

async function countRows(writer: DuckDBConnection, database: string): Promise<string> {
  const read = async (question: string) => (await writer.runAndReadAll(question)).getRowObjectsJson();
  const tables = await read(`
    SELECT database_name AS name, table_name AS "table" FROM duckdb_tables()
    WHERE database_name = ${database} AND NOT temporary ORDER BY table_name`);
  const counts: string[] = [];
  for (const { name, table } of tables) {
    const [row] = await read(
      `SELECT count(*) AS rows FROM "${String(name).replaceAll('"', '""')}".main."${table}"`,
    );
    counts.push(`${table} ${row?.rows}`);
  }
  return counts.join(', ');
}

/** The old file must be closed and its write-ahead log gone: the engine would apply the log to the new file. */
export async function putInPlace(copy: string, path: string): Promise<void> {
  if (existsSync(logOf(path))) {
    throw new Error(`${path} was not rewritten, because its log is not empty.`);
  }
  await sync(copy);
  await rename(copy, path);
  await sync(dirname(path));
}

export async function removeCopy(path: string): Promise<void> {
  await rm(rewriteDirectoryOf(path), { recursive: true, force: true });
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
