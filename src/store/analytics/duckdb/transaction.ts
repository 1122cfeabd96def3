import type { DuckDBConnection } from '@duckdb/node-api';
import type { Row } from '../analytics-engine.ts';
import { renderWithAllColumns, type Sql } from '../sql.ts';
import { duckdbDialect } from './duckdb-dialect.ts';
import { buildRows } from './rows-by-column.ts';
import { readColumns, setParameters } from './values.ts';

/** Statements of one transaction. They take SQL of ours, or a fragment with its parameters. */
export type Transaction = {
  /** Resolves to how many rows were changed. */
  run(statement: string | Sql, texts?: Record<string, string>): Promise<number>;
  ask(question: string | Sql, texts?: Record<string, string>): Promise<Row[]>;
};

export function buildTransaction(connection: DuckDBConnection): Transaction {
  const execute = async (statement: string | Sql, texts?: Record<string, string>) => {
    if (typeof statement === 'string') return connection.run(statement, texts);
    const { text, parameters } = renderWithAllColumns(statement, duckdbDialect);
    await setParameters(connection, parameters);
    return connection.run(text);
  };
  return {
    run: async (statement, texts) => (await execute(statement, texts)).rowsChanged,
    async ask(question, texts) {
      const result = await execute(question, texts);
      const chunks = await result.fetchAllChunks();
      return chunks.flatMap((chunk) => buildRows(readColumns(result, chunk)));
    },
  };
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
