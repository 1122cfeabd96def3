import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { refuseNul } from './control-error.ts';

/**
 * `full`: a committed row survives a power failure. `normal`: the newest commits may be lost, but the file stays whole;
 * only about one in a thousand commits waits for the disk. `off` would avoid that too, but risks the file.
 */
export type Durability = 'full' | 'normal';

const busyTimeoutMs = 5000;
/** Only short statements are cached: those with a list differ by its length. */
const maxCachedStatements = 200;
const maxCachedSqlLength = 2000;

export function openSqlite<Schema>(path: string, durability: Durability): Kysely<Schema> {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  // Deleted rows are overwritten with zeros: otherwise they would stay readable in the file.
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${durability}; pragma secure_delete = on;`);
  return new Kysely<Schema>({ dialect: new ControlSqliteDialect(database) });
}

class ControlSqliteDialect implements Dialect {
  readonly #database: DatabaseSyncInstance;

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
  }

  createDriver(): Driver {
    return new ControlSqliteDriver(this.#database);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new ControlSqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}

class ControlSqliteAdapter extends SqliteAdapter {
  /** Makes the migrator run in one transaction, which is also its lock against other processes. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** A single connection, which callers get one after another. */
class ControlSqliteDriver implements Driver {
  readonly #database: DatabaseSyncInstance;
  readonly #connection: SqliteConnection;
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken = false;
    else next();
  }

  /** Immediate: a transaction that reads first could not wait for the write lock later. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  /** Cached statements keep the file open until they are collected, so that closing does not bring the log into it. */
  async destroy(): Promise<void> {
    try {
      this.#database.exec('pragma wal_checkpoint(passive)');
    } catch {
      // On a full disk the log stays beside the file, and nothing is lost.
    }
    this.#database.close();
  }
}

type CachedStatement = { statement: StatementSyncInstance; returnsRows: boolean };

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSyncInstance;
  readonly #statements = new Map<string, CachedStatement>();

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    refuseNul(parameters);
    const { statement, returnsRows } = this.#prepare(sql);
    if (returnsRows) return { rows: statement.all(...parameters) };
    return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and no query streams.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('The control plane streams no queries.');
  }

  #prepare(sql: string): CachedStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    if (sql.length > maxCachedSqlLength) return prepared;
    if (this.#statements.size >= maxCachedStatements) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
