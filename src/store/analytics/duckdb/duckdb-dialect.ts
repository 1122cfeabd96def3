import type { DuckDBConnection } from '@duckdb/node-api';
import type { Bound, Dialect } from '../sql.ts';
import { buildParameters } from './values.ts';

/**
 * Parameters are variables of the connection. The engine would plan a statement with parameters of its own twice: when it
 * is prepared, and again when their values are bound. The value of a variable is known from the start.
 */
export const duckdbDialect: Dialect = {
  name: 'duckdb',
  writeParameter: (name) => `getvariable('parameters').${name}`,
};

/** Before each statement that has been rendered with parameters, on the same connection. */
export async function setParameters(
  connection: DuckDBConnection,
  parameters: Readonly<Record<string, Bound>>,
): Promise<void> {
  const { values, types } = buildParameters(parameters);
  const entries = Object.keys(values).map((name) => `${name}: $${name}`);
  if (entries.length === 0) return;
  await connection.run(`SET VARIABLE parameters = {${entries.join(', ')}}`, values, types);
}
