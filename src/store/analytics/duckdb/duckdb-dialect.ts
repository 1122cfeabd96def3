import type { Dialect } from '../sql.ts';

export const duckdbDialect: Dialect = { name: 'duckdb', writeParameter: (name) => `$${name}` };
