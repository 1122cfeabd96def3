import type { Dialect } from '../sql.ts';

/**
 * Parameters are variables of the connection. The engine would plan a statement with parameters of its own twice: when it
 * is prepared, and again when their values are bound. The value of a variable is known from the start.
 */
export const duckdbDialect: Dialect = {
  name: 'duckdb',
  writeParameter: (name) => `getvariable('parameters').${name}`,
};
