import type { DuckDBConnection } from '@duckdb/node-api';
import type { Row } from '../analytics-engine.ts';
import { type Bound, renderSql, Sql } from '../sql.ts';
import { duckdbDialect } from './duckdb-dialect.ts';
import { buildParameters, readRows } from './values.ts';

/** Statements of one transaction. They take SQL of ours, or a fragment with its parameters. */
export type Transaction = {
  /** Resolves to how many rows were changed. */
  run(statement: string | Sql, texts?: Record<string, string>): Promise<number>;
  ask(question: string | Sql, texts?: Record<string, string>): Promise<Row[]>;
};

export function buildTransaction(connection: DuckDBConnection): Transaction {
  const execute = (statement: string | Sql, texts: Record<string, string> = {}) => {
    const { text, parameters } =
      statement instanceof Sql
        ? renderSql(statement, duckdbDialect)
        : { text: statement, parameters: bindTexts(texts) };
    const { values, types } = buildParameters(parameters);
    return connection.run(text, values, types);
  };
  return {
    run: async (statement, texts) => (await execute(statement, texts)).rowsChanged,
    async ask(question, texts) {
      const result = await execute(question, texts);
      const chunks = await result.fetchAllChunks();
      return chunks.flatMap((chunk) => readRows(result, chunk));
    },
  };
}

function bindTexts(texts: Record<string, string>): Record<string, Bound> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, { type: 'text', value } as Bound]),
  );
}

/** All of the work, or nothing of it. */
export async function inTransaction<Result>(
  connection: DuckDBConnection,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  await connection.run('BEGIN TRANSACTION');
  try {
    const result = await work(buildTransaction(connection));
    await connection.run('COMMIT');
    return result;
  } catch (error) {
    // After some errors the engine has already ended the transaction.
    await connection.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
