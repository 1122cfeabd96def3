import type { ClickHouseSettings } from '@clickhouse/client';
import { QueryCancelled, TableMissing, translateErrors } from './engine-errors.ts';
import type { SharedTables } from './kept/shared-tables.ts';
import type { Nodes } from './nodes.ts';
import { buildReadSettings, type ReportBounds } from './settings.ts';
import { createSharedQueries } from './shared-queries.ts';
import { findSharedRows, type RenderedSql, renderSql, type Sql } from './sql.ts';
import type { Turns } from './turns.ts';

export type EngineResult = {
  data: Record<string, unknown>[];
  meta: { name: string; type: string }[];
  rows: number;
  statistics: { elapsed: number; rows_read: number; bytes_read: number } | null;
};

export type QueryOptions = {
  /** Aborted when nobody waits for the answer any more: the engine then stops working on it. */
  signal?: AbortSignal | undefined;
};

/** The way of a question to the engine: shared with those who ask the same, in its turn, within bounds. */
export type Reader = {
  query(statement: Sql, options?: QueryOptions): Promise<EngineResult>;
  /** Shares nothing with what was asked before: the answer knows of every change that came before the question. */
  queryAnew(statement: Sql): Promise<EngineResult>;
  /** Rows were changed: what is under way is no answer to what is asked from now on. */
  forgetUnderWay(): void;
};

export type ReaderOptions = ReportBounds & {
  nodes: Nodes;
  inTurn: Turns;
  planning: ClickHouseSettings;
  /** undefined where every statement works out for itself what it reads. */
  tables: SharedTables | undefined;
};

/** How much longer we wait than the engine may take, so that it is the engine that ends a report. */
export const answerSlackMs = 5_000;

export function createReader(options: ReaderOptions): Reader {
  const { nodes, inTurn, reportTimeoutSeconds, tables } = options;
  const settings = { ...options.planning, ...buildReadSettings(options) };
  const timeoutMs = reportTimeoutSeconds * 1000;
  const underWay = createSharedQueries<EngineResult>();

  async function ask(rendered: RenderedSql, cancelled: AbortSignal): Promise<EngineResult> {
    const signal = AbortSignal.any([cancelled, AbortSignal.timeout(timeoutMs + answerSlackMs)]);
    const answer = JSON.parse(await nodes.next().questioner.ask(rendered, settings, signal)) as EngineResult;
    const { data, meta, rows, statistics } = answer;
    return { data, meta, rows, statistics };
  }

  async function askUnlessCancelled(rendered: RenderedSql, cancelled: AbortSignal): Promise<EngineResult> {
    try {
      return await translateErrors(() => ask(rendered, cancelled));
    } catch (error) {
      throw cancelled.aborted ? new QueryCancelled() : error;
    }
  }

  const askInTurn = (rendered: RenderedSql, cancelled: AbortSignal) =>
    inTurn(() => askUnlessCancelled(rendered, cancelled), cancelled);

  async function askOfShared(
    statement: Sql,
    alone: RenderedSql,
    cancelled: AbortSignal,
  ): Promise<EngineResult> {
    const rows = tables ? findSharedRows(statement) : [];
    if (!tables || rows.length === 0) return askInTurn(alone, cancelled);
    try {
      return await tables.use(rows, cancelled, (shared) =>
        askInTurn(renderSql(statement, { shared }), cancelled),
      );
    } catch (error) {
      if (!(error instanceof TableMissing)) throw error;
      tables.forget();
      return askInTurn(alone, cancelled);
    }
  }

  return {
    async query(statement, { signal } = {}) {
      const alone = renderSql(statement);
      // Reports that depend on the moment have it among their parameters, and are shared only within it.
      const key = JSON.stringify([alone.text, alone.parameters]);
      return underWay.ask(key, (cancelled) => askOfShared(statement, alone, cancelled), signal);
    },
    queryAnew: async (statement) => askInTurn(renderSql(statement), new AbortController().signal),
    forgetUnderWay: underWay.forget,
  };
}
