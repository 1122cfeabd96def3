/** Values on their way into the engine and out of it. */
import {
  BIGINT,
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  type DuckDBResult,
  DuckDBTimestampValue,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  TIMESTAMP,
  VARCHAR,
} from '@duckdb/node-api';
import type { Row } from '../analytics-engine.ts';
import type { Bound, BoundType } from '../sql.ts';

const microsecondsPerMs = 1000n;

const types: Record<BoundType, DuckDBType> = {
  text: VARCHAR,
  texts: LIST(VARCHAR),
  integer: BIGINT,
  integers: LIST(BIGINT),
  instant: TIMESTAMP,
};

/** Sets the variables that a rendered statement refers to; called before it, on the same connection. */
export async function setParameters(
  connection: DuckDBConnection,
  parameters: Readonly<Record<string, Bound>>,
): Promise<void> {
  const entries = Object.entries(parameters);
  if (entries.length === 0) return;
  await connection.run(
    `SET VARIABLE parameters = {${entries.map(([name]) => `${name}: $${name}`).join(', ')}}`,
    Object.fromEntries(entries.map(([name, bound]) => [name, buildValue(bound)])),
    Object.fromEntries(entries.map(([name, bound]) => [name, types[bound.type]])),
  );
}

function buildValue({ type, value }: Bound): DuckDBValue {
  switch (type) {
    case 'text':
      return value as string;
    case 'texts':
      return listValue(value as readonly string[]);
    case 'integer':
      return BigInt(value as number);
    case 'integers':
      return listValue((value as readonly number[]).map(BigInt));
    case 'instant':
      return new DuckDBTimestampValue(BigInt(value as number) * microsecondsPerMs);
  }
}

export function readRows(result: DuckDBResult, chunk: DuckDBDataChunk): Row[] {
  const names = result.deduplicatedColumnNames();
  const columns = names.map((_, index) => chunk.getColumnValues(index));
  return Array.from({ length: chunk.rowCount }, (_, row) =>
    Object.fromEntries(names.map((name, index) => [name, readValue(columns[index]?.[row])])),
  );
}

/** Instants become Unix milliseconds and decimals text; whole numbers stay as large as they are. */
function readValue(value: unknown): unknown {
  if (value instanceof DuckDBTimestampValue) return Number(value.micros / microsecondsPerMs);
  if (value instanceof DuckDBDecimalValue || value instanceof DuckDBDateValue) return value.toString();
  if (value instanceof DuckDBListValue) return value.items.map(readValue);
  return value ?? null;
}
