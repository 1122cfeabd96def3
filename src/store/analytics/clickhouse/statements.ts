import { randomUUID } from 'node:crypto';
import type { ClickHouseSettings } from '@clickhouse/client';
import type { Answer, Row } from '../analytics-engine.ts';
import { EngineUnavailable, QueryCancelled } from '../engine-errors.ts';
import { identifier, renderSql, renderWithAllColumns, type Sql } from '../sql.ts';
import { askInSteps } from './ask-in-steps.ts';
import { clickhouseDialect, parameterValues } from './clickhouse-dialect.ts';
import { deriveFirst } from './derive-first.ts';
import { translateError, translateErrors } from './errors.ts';
import type { Nodes } from './nodes.ts';
import { type Layout, storedName } from './schema/layout.ts';
import {
  buildReadSettings,
  changeSettings,
  deriveSettings,
  insertSettings,
  type ReportBounds,
  streamSettings,
} from './settings.ts';
import { withDeadline } from './with-deadline.ts';

/** All kinds of calls to the servers. */
export type Statements = {
  read(question: Sql, signal?: AbortSignal): Promise<Answer>;
  /** Streams rows while they are read, however many there are. */
  stream(question: Sql, signal: AbortSignal): AsyncIterable<readonly Row[]>;
  /**
   * Inserts rows. Inserting the same rows again under the same token changes nothing, and completes what a
   * failure left undone; `RowRefused` when one of them can never be stored.
   */
  insert(table: string, rows: readonly object[], token: string): Promise<void>;
  /**
   * For statements that change rows; resolves when the change is visible. Each node of a cluster runs it for itself, so
   * tables are named by `stored`.
   */
  change(statement: Sql): Promise<void>;
  /**
   * The name under which a node itself holds the rows of a table. All rows of a record lie on one node in tables that
   * are sharded by visitor, so a change may also read them by this name.
   */
  stored(table: string): Sql;
  /** For INSERT … SELECT: derives rows from stored ones, once for all nodes. */
  derive(statement: Sql): Promise<void>;
  isReachable(): Promise<boolean>;
};

export type StatementsOptions = ReportBounds & {
  nodes: Nodes;
  layout: Layout;
  planning: ClickHouseSettings;
};

/** We wait this much longer than the engine may take, so that it is the engine that ends a report. */
const answerSlackMs = 5_000;
const writeTimeoutMs = 60_000;
/** For work in the background over any number of records: on a slow or busy machine it takes minutes. */
const deriveTimeoutMs = 600_000;
const pingTimeoutMs = 2_000;

/** No request takes longer. */
export function findLongestWait({ reportTimeoutSeconds }: ReportBounds): number {
  return Math.max(deriveTimeoutMs, reportTimeoutSeconds * 1000 + answerSlackMs);
}

export function createStatements({ nodes, layout, planning, ...bounds }: StatementsOptions): Statements {
  const readSettings = { ...planning, ...buildReadSettings(bounds) };
  const answerWithinMs = bounds.reportTimeoutSeconds * 1000 + answerSlackMs;

  const isReachable = () =>
    withDeadline(pingTimeoutMs, async (abort_signal) => {
      const pings = nodes.all.map(({ client }) => client.ping({ select: false, abort_signal }));
      return (await Promise.all(pings)).every(({ success }) => success);
    });

  const ask = (question: Sql, cancelled: AbortSignal | undefined): Promise<Answer> =>
    withDeadline(
      answerWithinMs,
      (signal) => askInSteps(nodes.next().questioner, deriveFirst(question), readSettings, signal),
      cancelled,
    );

  return {
    async read(question, signal) {
      try {
        return await ask(question, signal);
      } catch (error) {
        throw signal?.aborted ? new QueryCancelled() : translateError(error);
      }
    },

    async *stream(question, signal) {
      if (signal.aborted) throw new QueryCancelled();
      const { text, parameters } = renderSql(question, clickhouseDialect);
      try {
        const answer = await nodes.next().client.query({
          query: text,
          query_params: parameterValues(parameters),
          use_multipart_params_auto: true,
          format: 'JSONEachRow',
          clickhouse_settings: streamSettings,
          abort_signal: signal,
        });
        for await (const rows of answer.stream<Row>()) yield rows.map((row) => row.json<Row>());
      } catch (error) {
        throw signal.aborted ? new QueryCancelled() : translateError(error);
      }
    },

    async insert(table, rows, token) {
      const insert = (abort_signal: AbortSignal) =>
        nodes.next().client.insert({
          table,
          values: rows,
          format: 'JSONEachRow',
          clickhouse_settings: { ...insertSettings, insert_deduplication_token: token },
          abort_signal,
        });
      await translateErrors(() => withDeadline(writeTimeoutMs, insert));
    },

    async change(statement) {
      const { text, parameters } = renderWithAllColumns(statement, clickhouseDialect);
      // A change that only some nodes made can be repeated, but it is better not to begin one while a node is away.
      if (nodes.all.length > 1 && !(await isReachable())) throw new EngineUnavailable('a node is away');
      const run = (abort_signal: AbortSignal) =>
        nodes.all.map(({ client }) =>
          client.command({
            query: text,
            query_params: parameterValues(parameters),
            use_multipart_params_auto: true,
            clickhouse_settings: changeSettings,
            abort_signal,
          }),
        );
      await translateErrors(() => withDeadline(writeTimeoutMs, (signal) => Promise.all(run(signal))));
    },

    stored: (table) => identifier(storedName(table, layout)),

    async derive(statement) {
      const { text, parameters } = renderWithAllColumns(statement, clickhouseDialect);
      // Without a random token, an insert of the same rows as before would be taken for a repeat.
      const token = { insert_deduplication_token: randomUUID() };
      await translateErrors(() =>
        nodes.next().client.command({
          query: text,
          query_params: parameterValues(parameters),
          use_multipart_params_auto: true,
          clickhouse_settings: { ...planning, ...deriveSettings, ...token },
        }),
      );
    },

    isReachable,
  };
}
