import type { Readable } from 'node:stream';
import type { FindDays } from './open-days.ts';
import type { EngineResult, QueryOptions } from './reader.ts';
import type { Sql } from './sql.ts';
import type { TableName, TableRows } from './tables.ts';

/** One JSON object a line, or CSV with the names of the columns. */
export type StreamFormat = 'ndjson' | 'csv';

export type Analytics = {
  /** The same question asked again before it is answered is not asked of the engine again. */
  query(statement: Sql, options?: QueryOptions): Promise<EngineResult>;
  /** Rows as text while they are read, however many there are; aborted when nobody takes them any more. */
  stream(statement: Sql, format: StreamFormat, signal: AbortSignal): Promise<Readable>;
  /**
   * Rows or their JSON text. Inserting the same rows again under the same token changes nothing, and completes
   * what a failure left undone; `RowRefused` when one of them can never be stored.
   */
  insert<Name extends TableName>(
    table: Name,
    rows: readonly (TableRows[Name] | string)[],
    token: string,
  ): Promise<void>;
  /**
   * For statements that change rows; answers when the change is visible. Each node of a cluster runs it for
   * itself, so tables to be changed are named by `stored`.
   */
  run(statement: Sql): Promise<void>;
  /**
   * For INSERT … SELECT: rows made of rows that are there already, once for all nodes. Resolves to how many were made,
   * undefined where the engine does not say.
   */
  derive(statement: Sql): Promise<number | undefined>;
  /** Which days of the websites have records, and which of them are settled. */
  findDays: FindDays;
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
};
