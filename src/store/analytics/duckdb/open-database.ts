import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { buildFileError, EngineFileError } from './engine-file-error.ts';
import { schemaStatements, schemaUpgrades, schemaVersion } from './schema.ts';
import { inTransaction } from './transaction.ts';

export const inMemory = ':memory:';

export type OpenOptions = {
  /** `:memory:` stores nothing. */
  path: string;
  memoryLimitMb: number;
  /** Where it spills what does not fit into memory, and how much it may spill. */
  temporaryDirectory: string;
  temporaryLimitMb: number;
  /** One for each core unless given. */
  threads?: number | undefined;
};

export type Database = {
  writer: DuckDBConnection;
  connect(): Promise<DuckDBConnection>;
  close(): Promise<void>;
};

/** A checkpoint writes the last rows of each table anew, however few they are, and batches wait for it. */
const checkpointAtMb = 64;
const longLogBytes = 16 * 1024 * 1024;

export function logOf(path: string): string {
  return `${path}.wal`;
}

/** The engine has in memory what is in the log. */
export async function hasLongLog(path: string): Promise<boolean> {
  return (await sizeOfLog(path)) > longLogBytes;
}

/** Bytes of what is not in the file itself yet. */
export async function sizeOfLog(path: string): Promise<number> {
  return existsSync(logOf(path)) ? (await stat(logOf(path))).size : 0;
}

/** Where a rewrite works. What lies there when the file is opened was interrupted; the file itself is whole. */
export function rewriteDirectoryOf(path: string): string {
  return `${path}.rewrite`;
}

/** `EngineFileError` when the file cannot be used. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  try {
    if (options.path !== inMemory) await requireFile(options.path);
    const instance = await openInstance(options);
    try {
      return await prepare(instance, options);
    } catch (error) {
      instance.closeSync();
      throw error;
    }
  } catch (error) {
    throw buildFileError(options.path, error);
  }
}

/** A new file gets its name when it is complete: half a file, left by a failure, would look like a damaged one. */
async function requireFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (existsSync(path)) return;
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  const instance = await DuckDBInstance.create(unfinished);
  instance.closeSync();
  await rename(unfinished, path);
}

function openInstance(options: OpenOptions): Promise<DuckDBInstance> {
  return DuckDBInstance.create(options.path, {
    memory_limit: `${options.memoryLimitMb}MB`,
    temp_directory: options.temporaryDirectory,
    ...(options.threads !== undefined && { threads: String(options.threads) }),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    checkpoint_threshold: `${checkpointAtMb}MB`,
  });
}

async function prepare(instance: DuckDBInstance, options: OpenOptions): Promise<Database> {
  const writer = await instance.connect();
  // Left by a process that was killed: a live one would not have let us open the file.
  await rm(options.temporaryDirectory, { recursive: true, force: true });
  await rm(rewriteDirectoryOf(options.path), { recursive: true, force: true });
  // As an option of the instance it is accepted but has no effect (1.5.5).
  await writer.run(`SET max_temp_directory_size = '${options.temporaryLimitMb}MB'`);
  await writer.run("SET GLOBAL TimeZone = 'UTC'");
  await requireSchema(writer, options.path);
  // From here on no statement can load an extension, change a setting or reach a file, except those of a rewrite.
  await writer.run(
    `SET allowed_directories = ['${rewriteDirectoryOf(options.path).replaceAll("'", "''")}/']`,
  );
  await writer.run('SET enable_external_access = false');
  await writer.run('SET lock_configuration = true');
  return {
    writer,
    connect: () => instance.connect(),
    async close() {
      await writer.run(await howToClose(options.path)).catch(() => undefined);
      writer.closeSync();
      instance.closeSync();
    },
  };
}

/** A long log would hold up the stop for longer than it takes to read it again at the next start. */
async function howToClose(path: string): Promise<string> {
  return (await hasLongLog(path)) ? 'PRAGMA disable_checkpoint_on_shutdown' : 'CHECKPOINT';
}

async function requireSchema(writer: DuckDBConnection, path: string): Promise<void> {
  const known = await writer.runAndReadAll(
    "SELECT count(*) AS tables FROM information_schema.tables WHERE table_name = 'schema_version'",
  );
  if (Number(known.getRowObjectsJson()[0]?.tables) > 0) return upgradeSchema(writer, path);
  await inTransaction(writer, async ({ run }) => {
    for (const statement of schemaStatements) await run(statement);
  });
}

/** Refuses a file of a newer version, and upgrades one of an older version. */
async function upgradeSchema(writer: DuckDBConnection, path: string): Promise<void> {
  const found = await writer.runAndReadAll('SELECT max(version) AS version FROM schema_version');
  const version = Number(found.getRowObjectsJson()[0]?.version);
  if (version > schemaVersion) {
    const ownWords = `its tables are of version ${version}, and this release knows up to ${schemaVersion}`;
    throw new EngineFileError('newer', path, ownWords);
  }
  for (let next = version + 1; next <= schemaVersion; next += 1) {
    await inTransaction(writer, async ({ run }) => {
      for (const statement of schemaUpgrades[next] ?? []) await run(statement);
      await run(`UPDATE schema_version SET version = ${next}`);
    });
  }
}
