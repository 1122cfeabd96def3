import type { Bound, Dialect } from '../sql.ts';

/**
 * Texts are variables of the connection. The engine would plan a statement with parameters of its own twice: when it is
 * prepared, and again when their values are bound. The value of a variable is known from the start. Numbers are part of
 * the statement, because to set a variable takes a millisecond, and with a list of ten thousand numbers thirty.
 */
export const duckdbDialect: Dialect = {
  name: 'duckdb',
  writeParameter: (name) => `getvariable('parameters').${name}`,
  writeNumber({ type, value }: Bound) {
    switch (type) {
      case 'integer':
        return `CAST(${digitsOf(value as number)} AS BIGINT)`;
      case 'integers':
        // As text: each number of a list would be an expression of its own.
        return `CAST('[${(value as readonly number[]).map(digitsOf).join(', ')}]' AS BIGINT[])`;
      case 'instant':
        return `make_timestamp_ms(${digitsOf(value as number)})`;
      default:
        return undefined;
    }
  },
};

function digitsOf(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error(`Not a whole number: ${value}`);
  return String(value);
}
