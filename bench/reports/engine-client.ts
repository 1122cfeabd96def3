/** The bench's own way to the engine: for making data, for the comparison and for what the engine says of itself. */
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { renderSql, type Sql } from '../../src/store/analytics/sql.ts';

export type EngineClient = {
  run(statement: Sql): Promise<void>;
  rows<Row>(statement: Sql): Promise<Row[]>;
  insert(table: string, rows: readonly Record<string, unknown>[]): Promise<void>;
  close(): Promise<void>;
};

export type Login = { url: string; username: string; password: string };

/** The product's own tables are in this database, those of the bench in another. */
export const productDatabase = 'footfall';
const patienceMs = 600_000;

export function createEngineClient(login: Login): EngineClient {
  const client = createClient({
    ...login,
    database: productDatabase,
    request_timeout: patienceMs,
    // The engine ends idle connections after a second.
    keep_alive: { idle_socket_ttl: 500 },
    log: { level: ClickHouseLogLevel.OFF },
  });
  return {
    async run(statement) {
      const { text, parameters } = renderSql(statement);
      await client.command({ query: text, query_params: parameters });
    },
    async rows<Row>(statement: Sql) {
      const { text, parameters } = renderSql(statement);
      const answer = await client.query({ query: text, query_params: parameters, format: 'JSON' });
      return (await answer.json<Row>()).data;
    },
    async insert(table, rows) {
      await client.insert({ table, values: rows, format: 'JSONEachRow' });
    },
    close: () => client.close(),
  };
}
