/**
 * The analytics store: records and reports in ClickHouse. Nothing outside src/store speaks to the engine but
 * through `Analytics`; SQL comes in as `Sql` values, and only src/reports writes it.
 */
import {
  ClickHouseError,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import type { Log } from '../../contract/log.ts';
import { type Migration, migrations } from './migrations.ts';
import { renderSql, type Sql } from './sql.ts';
import type { TableName, TableRows } from './tables.ts';

export type EngineResult = {
  data: Record<string, unknown>[];
  meta: { name: string; type: string }[];
  rows: number;
  statistics: { elapsed: number; rows_read: number; bytes_read: number } | null;
};

export type Analytics = {
  query(statement: Sql): Promise<EngineResult>;
  /**
   * Rows or their JSON text, all or none of them. Inserting the same rows again under the same token changes
   * nothing; `RowRefused` when one of them can never be stored.
   */
  insert<Name extends TableName>(
    table: Name,
    rows: readonly (TableRows[Name] | string)[],
    token: string,
  ): Promise<void>;
  /** For statements that change rows; answers when the change is visible. */
  run(statement: Sql): Promise<void>;
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
};

export type AnalyticsOptions = {
  /** http(s)://host:port, optionally with user:password and /database. */
  url: string;
  username?: string;
  password?: string;
  log: Log;
  reportTimeoutSeconds: number;
  reportMemoryMb: number;
};

/** The engine is away, busy or out of its bounds: the same call can succeed later. */
export class EngineUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The analytics engine did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'EngineUnavailable';
  }
}

/** The engine cannot read a row of the insert, and never will. */
export class RowRefused extends Error {}

/** The engine understood the pattern of a filter and refuses it. */
export class PatternRefused extends Error {}

const defaultDatabase = 'footfall';

const readSettings: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 0,
  date_time_output_format: 'iso',
  // A match of nothing is '' rather than null: reports treat both the same, and '' needs no second case.
  join_use_nulls: 0,
};

export async function openAnalytics(options: AnalyticsOptions): Promise<Analytics> {
  const { endpoint, database, username, password } = parseEngineUrl(options);
  const bounds: ClickHouseSettings = {
    max_execution_time: options.reportTimeoutSeconds,
    max_memory_usage: String(options.reportMemoryMb * 1024 * 1024),
  };
  const connection = {
    url: endpoint,
    username,
    password,
    request_timeout: (options.reportTimeoutSeconds + 5) * 1000,
    keep_alive: { idle_socket_ttl: 500 },
    max_open_connections: 16,
    json: { stringify: (row: unknown) => (typeof row === 'string' ? row : JSON.stringify(row)) },
    // Its log would hold statements with the values bound to them; errors reach us as errors.
    log: { level: ClickHouseLogLevel.OFF },
  };
  const setup = createClient(connection);
  try {
    await translateErrors(() => setup.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` }));
  } finally {
    await setup.close();
  }
  const client = createClient({ ...connection, database });

  const analytics: Analytics = {
    async query(statement) {
      const { text, parameters } = renderSql(statement);
      return translateErrors(async () => {
        const answer = await client.query({
          query: text,
          query_params: parameters,
          // The buckets of a long series do not fit into an address.
          use_multipart_params_auto: true,
          format: 'JSON',
          clickhouse_settings: { ...readSettings, ...bounds },
        });
        const { data, meta, rows, statistics } = await answer.json<Record<string, unknown>>();
        return { data, meta: meta ?? [], rows: rows ?? data.length, statistics: statistics ?? null };
      });
    },
    async insert(table, rows, token) {
      await translateErrors(() =>
        client.insert({
          table,
          values: rows,
          format: 'JSONEachRow',
          clickhouse_settings: {
            insert_deduplication_token: token,
            insert_deduplicate: 1,
            max_partitions_per_insert_block: '0',
            throw_on_max_partitions_per_insert_block: '0',
          },
        }),
      );
    },
    async run(statement) {
      const { text, parameters } = renderSql(statement);
      await translateErrors(() =>
        client.command({
          query: text,
          query_params: parameters,
          clickhouse_settings: { lightweight_deletes_sync: '2', allow_nondeterministic_mutations: 1 },
        }),
      );
    },
    async isReachable() {
      return (await client.ping()).success;
    },
    close: () => client.close(),
  };
  await migrate((query) => client.command({ query }).then(() => undefined), appliedVersions, options.log);
  return analytics;

  async function appliedVersions(): Promise<Set<number>> {
    const answer = await client.query({ query: 'SELECT version FROM migrations', format: 'JSON' });
    return new Set((await answer.json<{ version: number }>()).data.map((row) => row.version));
  }
}

async function migrate(
  run: (statement: string) => Promise<void>,
  appliedVersions: () => Promise<Set<number>>,
  log: Log,
): Promise<void> {
  await run(`CREATE TABLE IF NOT EXISTS migrations (version UInt32, name String, applied_at DateTime DEFAULT now())
    ENGINE = MergeTree ORDER BY version`);
  const applied = await appliedVersions();
  for (const step of migrations.filter((each) => !applied.has(each.version))) {
    await applyMigration(run, step);
    log.info({ version: step.version }, `analytics schema: ${step.name}`);
  }
}

async function applyMigration(run: (statement: string) => Promise<void>, step: Migration): Promise<void> {
  for (const statement of step.statements) await run(statement);
  await run(`INSERT INTO migrations (version, name) VALUES (${step.version}, '${step.name}')`);
}

function parseEngineUrl(options: AnalyticsOptions) {
  const url = new URL(options.url);
  const database = url.pathname.replace(/^\//, '') || url.searchParams.get('database') || defaultDatabase;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(database)) {
    throw new Error('The database named in CLICKHOUSE_URL may have letters, digits and _ only.');
  }
  return {
    endpoint: url.origin,
    database,
    username: options.username ?? (decodeURIComponent(url.username) || 'default'),
    password: options.password ?? decodeURIComponent(url.password),
  };
}

// TIMEOUT_EXCEEDED, TOO_MANY_SIMULTANEOUS_QUERIES, SOCKET_TIMEOUT, NETWORK_ERROR, MEMORY_LIMIT_EXCEEDED,
// ALL_CONNECTION_TRIES_FAILED, TOO_MANY_PARTS, NOT_ENOUGH_SPACE, TABLE_IS_READ_ONLY
const passingCodes = new Set(['159', '202', '209', '210', '241', '279', '252', '243', '242']);
const patternCodes = new Set(['427']);
// What the engine says of a row that it cannot read: CANNOT_PARSE_… (6, 25, 26, 27, 38, 41, 72), TYPE_MISMATCH,
// ARGUMENT_OUT_OF_BOUND, CANNOT_CONVERT_TYPE, INCORRECT_DATA, TOO_LARGE_STRING_SIZE,
// VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE, DECIMAL_OVERFLOW, UNKNOWN_ELEMENT_OF_ENUM
const rowCodes = new Set([
  '6',
  '25',
  '26',
  '27',
  '38',
  '41',
  '72',
  '53',
  '69',
  '70',
  '117',
  '131',
  '321',
  '407',
  '691',
]);

async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ClickHouseError)) throw new EngineUnavailable(error);
    if (patternCodes.has(error.code)) throw new PatternRefused(error.message, { cause: error });
    if (passingCodes.has(error.code)) throw new EngineUnavailable(error);
    if (rowCodes.has(error.code)) throw new RowRefused(error.message, { cause: error });
    throw error;
  }
}
