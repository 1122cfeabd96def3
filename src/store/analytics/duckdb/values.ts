/** Values on their way into the engine and out of it. */
import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  type DuckDBResult,
  DuckDBTimestampValue,
  type DuckDBValue,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api';
import type { Bound } from '../sql.ts';
import type { RowsByColumn } from './rows-by-column.ts';

const microsecondsPerMs = 1000n;

/** Sets the variables that a rendered statement refers to, which are texts; called before it, on the same connection. */
export async function setParameters(
  connection: DuckDBConnection,
  parameters: Readonly<Record<string, Bound>>,
): Promise<void> {
  const entries = Object.entries(parameters);
  if (entries.length === 0) return;
  await connection.run(
    `SET VARIABLE parameters = {${entries.map(([name]) => `${name}: $${name}`).join(', ')}}`,
    Object.fromEntries(entries.map(([name, { value }]) => [name, buildText(value)])),
    Object.fromEntries(entries.map(([name, { type }]) => [name, type === 'texts' ? LIST(VARCHAR) : VARCHAR])),
  );
}

function buildText(value: Bound['value']): DuckDBValue {
  return typeof value === 'string' ? value : listValue(value as readonly string[]);
}

export function readColumns(result: DuckDBResult, chunk: DuckDBDataChunk): RowsByColumn {
  const names = result.deduplicatedColumnNames();
  const columns = names.map((_, index) => chunk.getColumnValues(index).map(readValue));
  return { count: chunk.rowCount, names, columns };
}

/** Instants become Unix milliseconds and decimals text; whole numbers stay as large as they are. */
function readValue(value: unknown): unknown {
  if (value instanceof DuckDBTimestampValue) return Number(value.micros / microsecondsPerMs);
  if (value instanceof DuckDBDecimalValue || value instanceof DuckDBDateValue) return value.toString();
  if (value instanceof DuckDBListValue) return value.items.map(readValue);
  return value ?? null;
}
