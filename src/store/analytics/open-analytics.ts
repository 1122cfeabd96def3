/**
 * The analytics store: records and reports in ClickHouse. Nothing outside src/store speaks to the engine but
 * through `Analytics`; SQL comes in as `Sql` values, and only src/reports writes it.
 */

import { randomUUID } from 'node:crypto';
import type { ClickHouseSettings } from '@clickhouse/client';
import type { Log } from '../../contract/log.ts';
import type { Analytics, StreamFormat } from './analytics.ts';
import { EngineUnavailable, translateErrors } from './engine-errors.ts';
import { createDayMemory } from './kept/day-memory.ts';
import { noteChanges } from './kept/note-changes.ts';
import { createSharedTables, type SharedTables } from './kept/shared-tables.ts';
import { createTableMaker } from './kept/table-maker.ts';
import { findRewriteSettings } from './needless-rewrites.ts';
import { connectNodes, type Nodes, type NodesOptions } from './nodes.ts';
import { createFindDays } from './open-days.ts';
import { answerSlackMs, createReader, type Reader } from './reader.ts';
import { type Layout, storedName } from './schema/layout.ts';
import { migrateNode } from './schema/migrate.ts';
import { type Migration, migrations } from './schema/migrations.ts';
import {
  buildMakeSettings,
  changeSettings,
  deriveSettings,
  insertSettings,
  streamSettings,
} from './settings.ts';
import { renderSql } from './sql.ts';
import { createTurns } from './turns.ts';

export type { Analytics, StreamFormat } from './analytics.ts';
export {
  AnswerRefused,
  EngineUnavailable,
  MemoryExceeded,
  PatternRefused,
  QueryCancelled,
  RowRefused,
} from './engine-errors.ts';
export type { EngineResult, QueryOptions } from './reader.ts';

export type AnalyticsOptions = Pick<NodesOptions, 'url' | 'username' | 'password'> & {
  /** The cluster's name in the configuration of its nodes; undefined for a single server. */
  cluster?: string | undefined;
  log: Log;
  reportTimeoutSeconds: number;
  reportMemoryMb: number;
  /** Reports that the engine works on at once; the others wait. */
  reportsAtOnce?: number;
  migrations?: readonly Migration[];
  /** Nobody else changes rows, so that what is known of them can be kept. */
  isOnlyWriter?: boolean;
  /** Rows that reports share are made for the first that asks and not the second: for tests of them. */
  sharesAtOnce?: boolean;
};

const engineFormats: Record<StreamFormat, string> = { ndjson: 'JSONEachRow', csv: 'CSVWithNames' };
const defaultReportsAtOnce = 4;
const connectionsForWrites = 16;
const writeTimeoutMs = 60_000;
/** In the background, over as many records as there are: on a slow machine, or a busy one, it takes minutes. */
const deriveTimeoutMs = 600_000;
const pingTimeoutMs = 2_000;

export async function openAnalytics(options: AnalyticsOptions): Promise<Analytics> {
  const { reportsAtOnce = defaultReportsAtOnce } = options;
  const nodes = await connectNodes({
    ...options,
    requestTimeoutMs: Math.max(deriveTimeoutMs, options.reportTimeoutSeconds * 1000 + answerSlackMs),
    connections: reportsAtOnce + connectionsForWrites,
  });
  const layout = buildLayout(options.cluster, nodes);
  try {
    const steps = options.migrations ?? migrations;
    await Promise.all(nodes.all.map((node) => migrateNode(node, layout, steps, options.log)));
    const planning = await findRewriteSettings(nodes);
    const timeoutMs = options.reportTimeoutSeconds * 1000;
    const inTurn = createTurns(reportsAtOnce, timeoutMs);
    const open = (tables?: SharedTables) => {
      const reader = createReader({ ...options, inTurn, nodes, planning, tables });
      return { reader, analytics: buildAnalytics(nodes, layout, reader, planning) };
    };
    if (!options.isOnlyWriter) return open().analytics;
    const making = { ...planning, ...buildMakeSettings(options) };
    const maker = await createTableMaker(nodes, making, timeoutMs + answerSlackMs, inTurn);
    const tables = createSharedTables(maker, { madeAtOnce: options.sharesAtOnce ?? false });
    const { reader, analytics } = open(tables);
    const days = createDayMemory(createFindDays(reader.queryAnew));
    return noteChanges({ ...analytics, findDays: days.findDays }, [days, tables]);
  } catch (error) {
    await nodes.close();
    throw error;
  }
}

function buildLayout(cluster: string | undefined, { database, all }: Nodes): Layout {
  return cluster === undefined
    ? { kind: 'single' }
    : { kind: 'sharded', cluster, database, nodes: all.length };
}

function buildAnalytics(
  nodes: Nodes,
  layout: Layout,
  reader: Reader,
  planning: ClickHouseSettings,
): Analytics {
  const isReachable = async () => {
    const abort_signal = AbortSignal.timeout(pingTimeoutMs);
    const pings = await Promise.all(
      nodes.all.map(({ client }) => client.ping({ select: false, abort_signal })),
    );
    return pings.every(({ success }) => success);
  };

  return {
    query: reader.query,
    async stream(statement, format, signal) {
      const { text, parameters } = renderSql(statement);
      const { stream } = await translateErrors(() =>
        nodes.next().client.exec({
          query: `${text} FORMAT ${engineFormats[format]}`,
          query_params: parameters,
          clickhouse_settings: streamSettings,
          abort_signal: signal,
        }),
      );
      return stream;
    },
    async insert(table, rows, token) {
      await translateErrors(() =>
        nodes.next().client.insert({
          table,
          values: rows,
          format: 'JSONEachRow',
          clickhouse_settings: { ...insertSettings, insert_deduplication_token: token },
          abort_signal: AbortSignal.timeout(writeTimeoutMs),
        }),
      );
    },
    async run(statement) {
      const { text, parameters } = renderSql(statement, { stored: (table) => storedName(table, layout) });
      // A change on some of the nodes alone can be repeated, but is better not begun.
      if (nodes.all.length > 1 && !(await isReachable())) throw new EngineUnavailable('a node is away');
      const query = {
        query: text,
        query_params: parameters,
        use_multipart_params_auto: true,
        clickhouse_settings: changeSettings,
        abort_signal: AbortSignal.timeout(writeTimeoutMs),
      };
      try {
        await translateErrors(() => Promise.all(nodes.all.map(({ client }) => client.command(query))));
      } finally {
        reader.forgetUnderWay();
      }
    },
    async derive(statement) {
      const { text, parameters } = renderSql(statement);
      // Without a name of its own, an insert of the same rows as before would be taken for a repeat.
      const token = { insert_deduplication_token: randomUUID() };
      const query = {
        query: text,
        query_params: parameters,
        use_multipart_params_auto: true,
        clickhouse_settings: { ...planning, ...deriveSettings, ...token },
      };
      try {
        const { summary } = await translateErrors(() => nodes.next().client.command(query));
        return summary && Number(summary.written_rows);
      } finally {
        reader.forgetUnderWay();
      }
    },
    findDays: createFindDays(reader.query),
    isReachable,
    close: nodes.close,
  };
}
