/**
 * DuckDB in the process that calls: one file, one writer, any number of readers. The product runs it in a process of its
 * own (process/), because the engine's work blocks Node's thread pool.
 */
import { stat } from 'node:fs/promises';
import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import type { AnalyticsEngine, RecordBatch, Rewritten } from '../analytics-engine.ts';
import { buildChosen } from '../choice.ts';
import { QueryCancelled } from '../engine-errors.ts';
import { type RenderedSql, type Sql, sql } from '../sql.ts';
import { translateChangeError, translateQueryError } from './errors.ts';
import { interruptOnAbort } from './interruption.ts';
import { type Database, hasLongLog, inMemory, type OpenOptions, openDatabase } from './open-database.ts';
import { createReaders } from './readers.ts';
import { isRebuildUnfinished, type Progress, rebuildDerived, type StepSizes, sizeSteps } from './rebuild.ts';
import { type Extent, markConcerned, refreshDerived } from './refresh.ts';
import { removeOldest } from './remove-oldest.ts';
import { removePerson } from './remove-person.ts';
import { removeConversions, removePayments, removeWebsite } from './remove-records.ts';
import { renderQuestion } from './render-question.ts';
import { copyWhatIsThere, putInPlace, removeCopy, requireRoom } from './rewrite-file.ts';
import { type AnswerByColumn, buildAnswer, buildRows, type RowsByColumn } from './rows-by-column.ts';
import { createSiteCache } from './sites.ts';
import { buildSources } from './sources.ts';
import { insertRows, noteBatch } from './store-batch.ts';
import { inTransaction, type Transaction } from './transaction.ts';
import { readColumns, setParameters } from './values.ts';

export type LocalEngineOptions = OpenOptions;

const neverAborted = new AbortController().signal;

export type LocalEngine = AnalyticsEngine & {
  /** `query` and `stream` for another process, which renders statements and builds rows itself. */
  ask(question: RenderedSql, signal: AbortSignal): Promise<AnswerByColumn>;
  streamRendered(question: RenderedSql, signal: AbortSignal): AsyncIterable<RowsByColumn>;
  /** Derives visits, pages and credits anew from the records. */
  rebuild(onProgress?: Progress, sizes?: StepSizes): Promise<void>;
};

type Execute = (connection: DuckDBConnection, text: string) => Promise<DuckDBResult>;

/** Without preparing the statement first, which takes as long as planning a small part of it. */
const atOnce: Execute = (connection, text) => connection.run(text);
const inPortions: Execute = (connection, text) => connection.stream(text);

export async function openLocalEngine(options: LocalEngineOptions): Promise<LocalEngine> {
  let database = await openDatabase(options);
  const readers = createReaders(() => database.connect());
  let lastChange: Promise<unknown> = Promise.resolve();

  /** Changes are serialized: DuckDB rejects one of two transactions that conflict. */
  function serialize<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = lastChange.then(async () => {
      try {
        return await work();
      } catch (error) {
        throw translateChangeError(error);
      }
    });
    lastChange = result.catch(() => undefined);
    return result;
  }

  type Work<Result> = (transaction: Transaction) => Promise<Result>;
  const change = <Result>(work: Work<Result>) => serialize(() => inTransaction(database.writer, work));
  const checkpoint = () => database.writer.run('CHECKPOINT');
  const rebuild = (onProgress?: Progress, sizes = sizeSteps(options.memoryLimitMb)) =>
    serialize(async () => {
      await rebuildDerived((work) => inTransaction(database.writer, work), sizes, onProgress);
      await checkpoint();
    });
  if (await change(isRebuildUnfinished)) await rebuild();
  // Left by the last stop. Reports need not wait until it is in the file, and without success it stays as it is.
  if (await hasLongLog(options.path)) serialize(checkpoint).catch(() => undefined);

  async function* read(
    question: RenderedSql,
    signal: AbortSignal,
    execute: Execute,
  ): AsyncGenerator<RowsByColumn> {
    if (signal.aborted) throw new QueryCancelled();
    const { connection, leave } = await readers.enter();
    const stopInterrupting = interruptOnAbort(connection, signal);
    try {
      await setParameters(connection, question.parameters);
      const result = await execute(connection, question.text);
      for (
        let chunk = await result.fetchChunk();
        chunk && chunk.rowCount > 0;
        chunk = await result.fetchChunk()
      ) {
        yield readColumns(result, chunk);
      }
    } catch (error) {
      throw signal.aborted ? new QueryCancelled() : translateQueryError(error);
    } finally {
      stopInterrupting();
      leave();
    }
  }

  const streamRendered = (question: RenderedSql, signal: AbortSignal) => read(question, signal, inPortions);

  /** Reports go on while the records are copied; changes wait, and so do reports while the files are exchanged. */
  async function rewrite(): Promise<Rewritten> {
    if (options.path === inMemory) return { cleanInMs: 0 };
    const bytesBefore = await requireRoom(options.path);
    const copy = await copyWhatIsThere(database.writer, options.path);
    try {
      return await readers.whileNoneRead(async () => {
        await database.writer.run('CHECKPOINT');
        database = await exchange(database, copy, options);
        return { cleanInMs: 0, bytesBefore, bytesAfter: (await stat(options.path)).size };
      });
    } finally {
      await removeCopy(options.path);
    }
  }

  async function ask(question: RenderedSql, signal: AbortSignal): Promise<AnswerByColumn> {
    const began = performance.now();
    const portions: RowsByColumn[] = [];
    for await (const portion of read(question, signal, atOnce)) portions.push(portion);
    const elapsed = (performance.now() - began) / 1000;
    return { portions, statistics: { elapsed, rows_read: null, bytes_read: null } };
  }

  const query = async (question: Sql, signal: AbortSignal) =>
    buildAnswer(await ask(renderQuestion(question), signal));
  const findSites = createSiteCache(query);

  return {
    store: (batch) => change((transaction) => storeBatch(transaction, batch)),
    openSources: async (tenant, { signal } = {}) => buildSources(tenant, await findSites(tenant, signal)),
    query: (question, { signal }) => query(question, signal),
    async *stream(question, { signal }) {
      for await (const portion of streamRendered(renderQuestion(question), signal)) yield buildRows(portion);
    },
    ask,
    streamRendered,
    removeConversions: (website, choice) =>
      change((transaction) => removeConversions(transaction, website, choice)),
    async findTransactions(website, choice) {
      const chosen = buildChosen(website, choice, sql`transaction_id`);
      const found = sql`SELECT transaction_id, seq FROM payments WHERE ${chosen}`;
      const { rows } = await query(found, neverAborted);
      return {
        ids: rows.map((row) => String(row.transaction_id)),
        lastSeq: rows.reduce((last, row) => Math.max(last, Number(row.seq)), 0),
      };
    },
    removePayments: (website, choice, lastSeq) =>
      change((transaction) => removePayments(transaction, website, choice, lastSeq)),
    removeWebsite: (website) => change((transaction) => removeWebsite(transaction, website)),
    removePerson: (website, person) => change((transaction) => removePerson(transaction, website, person)),
    removeOldest: (workspaceId, edge) =>
      change((transaction) => removeOldest(transaction, workspaceId, edge)),
    rewrite: () => serialize(rewrite),
    rebuild,
    isReachable: async () => true,
    async close() {
      await lastChange;
      readers.close();
      await database.close();
    },
  };
}

/** Without its file the engine is of no use: where this fails, its process is restarted. */
async function exchange(old: Database, copy: string, options: LocalEngineOptions): Promise<Database> {
  try {
    await old.close();
    await putInPlace(copy, options.path);
    return await openDatabase(options);
  } catch (cause) {
    throw new Error('FATAL Error: the file could not be exchanged for the rewritten one', { cause });
  }
}

async function storeBatch(transaction: Transaction, batch: RecordBatch): Promise<void> {
  if (!(await noteBatch(transaction, batch))) return;
  const { rows } = batch;
  await insertRows(transaction, rows);
  const has = (some: readonly object[] | undefined) => some !== undefined && some.length > 0;
  const crediting = [
    ...(has(rows.conversions)
      ? ["SELECT workspace_id, website_id, visitor_hash FROM new_conversions WHERE session_id = ''"]
      : []),
    ...(has(rows.payments) ? ['SELECT workspace_id, website_id, visitor_hash FROM new_payments'] : []),
  ];
  await markConcerned(transaction, {
    sessions: has(rows.hits) ? 'SELECT * FROM new_hits' : undefined,
    visitors: crediting.length > 0 ? crediting.join(' UNION ALL ') : undefined,
  });
  await refreshDerived(transaction, has(rows.hits) ? await findExtent(transaction) : undefined);
}

async function findExtent({ ask }: Transaction): Promise<Extent> {
  const [extent] = await ask('SELECT min(epoch_ms(ts)) AS first, max(epoch_ms(ts)) AS last FROM new_hits');
  return { first: Number(extent?.first), last: Number(extent?.last) };
}
