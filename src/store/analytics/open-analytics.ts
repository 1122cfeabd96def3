/**
 * The analytics store: records and reports in ClickHouse. Nothing outside src/store speaks to the engine but
 * through `Analytics`; SQL comes in as `Sql` values, and only src/reports writes it.
 */
import { randomUUID } from 'node:crypto';
import type { ClickHouseSettings } from '@clickhouse/client';
import type { Log } from '../../contract/log.ts';
import { translateErrors } from './engine-errors.ts';
import { type Layout, storedName } from './layout.ts';
import { migrateNode } from './migrate.ts';
import { type Migration, migrations } from './migrations.ts';
import { connectNodes, type Nodes, type NodesOptions } from './nodes.ts';
import { renderSql, type Sql } from './sql.ts';
import type { TableName, TableRows } from './tables.ts';

export { EngineUnavailable, PatternRefused, RowRefused } from './engine-errors.ts';

export type EngineResult = {
  data: Record<string, unknown>[];
  meta: { name: string; type: string }[];
  rows: number;
  statistics: { elapsed: number; rows_read: number; bytes_read: number } | null;
};

export type Analytics = {
  query(statement: Sql): Promise<EngineResult>;
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
  /** For INSERT … SELECT: rows made of rows that are there already, once for all nodes. */
  derive(statement: Sql): Promise<void>;
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
};

export type AnalyticsOptions = Omit<NodesOptions, 'requestTimeoutMs'> & {
  /** The cluster's name in the configuration of its nodes; undefined for a single server. */
  cluster?: string | undefined;
  log: Log;
  reportTimeoutSeconds: number;
  reportMemoryMb: number;
  migrations?: readonly Migration[];
};

const readSettings: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 0,
  date_time_output_format: 'iso',
  // A match of nothing is '' rather than null: reports treat both the same, and '' needs no second case.
  join_use_nulls: 0,
};

const insertSettings: ClickHouseSettings = {
  insert_deduplicate: 1,
  // A repeat that a table has seen must still reach the views that it did not reach the first time.
  deduplicate_blocks_in_dependent_materialized_views: 1,
  max_partitions_per_insert_block: '0',
  throw_on_max_partitions_per_insert_block: '0',
};

/** On a single server these change nothing. */
const clusterSettings: ClickHouseSettings = {
  // Subqueries and joins see the rows of all nodes, and a report without those of one is none.
  distributed_product_mode: 'global',
  skip_unavailable_shards: 0,
  // An insert is acknowledged once every node has its rows.
  distributed_foreground_insert: 1,
};

const changeSettings: ClickHouseSettings = {
  lightweight_deletes_sync: '2',
  allow_nondeterministic_mutations: 1,
};

const deriveSettings: ClickHouseSettings = {
  max_partitions_per_insert_block: '0',
  throw_on_max_partitions_per_insert_block: '0',
};

/** How much longer we wait than the engine may take, so that it is the engine that ends a report. */
const answerSlackMs = 5_000;

export async function openAnalytics(options: AnalyticsOptions): Promise<Analytics> {
  const requestTimeoutMs = options.reportTimeoutSeconds * 1000 + answerSlackMs;
  const nodes = await connectNodes({ ...options, requestTimeoutMs });
  const layout = buildLayout(options.cluster, nodes);
  try {
    for (const node of nodes.all) {
      await migrateNode(node, layout, options.migrations ?? migrations, options.log);
    }
  } catch (error) {
    await nodes.close();
    throw error;
  }
  return buildAnalytics(nodes, layout, options);
}

function buildLayout(cluster: string | undefined, { database, all }: Nodes): Layout {
  return cluster === undefined
    ? { kind: 'single' }
    : { kind: 'sharded', cluster, database, nodes: all.length };
}

function buildAnalytics(
  nodes: Nodes,
  layout: Layout,
  { reportTimeoutSeconds, reportMemoryMb }: AnalyticsOptions,
): Analytics {
  const bounds: ClickHouseSettings = {
    max_execution_time: reportTimeoutSeconds,
    max_memory_usage: String(reportMemoryMb * 1024 * 1024),
  };

  return {
    async query(statement) {
      const { text, parameters } = renderSql(statement);
      return translateErrors(async () => {
        const answer = await nodes.next().client.query({
          query: text,
          query_params: parameters,
          // The buckets of a long series do not fit into an address.
          use_multipart_params_auto: true,
          format: 'JSON',
          clickhouse_settings: { ...readSettings, ...clusterSettings, ...bounds },
        });
        const { data, meta, rows, statistics } = await answer.json<Record<string, unknown>>();
        return { data, meta: meta ?? [], rows: rows ?? data.length, statistics: statistics ?? null };
      });
    },
    async insert(table, rows, token) {
      await translateErrors(() =>
        nodes.next().client.insert({
          table,
          values: rows,
          format: 'JSONEachRow',
          clickhouse_settings: {
            ...insertSettings,
            ...clusterSettings,
            insert_deduplication_token: token,
          },
        }),
      );
    },
    async run(statement) {
      const { text, parameters } = renderSql(statement, (table) => storedName(table, layout));
      await translateErrors(() =>
        Promise.all(
          nodes.all.map(({ client }) =>
            client.command({
              query: text,
              query_params: parameters,
              clickhouse_settings: { ...clusterSettings, ...changeSettings },
            }),
          ),
        ),
      );
    },
    async derive(statement) {
      const { text, parameters } = renderSql(statement);
      await translateErrors(() =>
        nodes.next().client.command({
          query: text,
          query_params: parameters,
          clickhouse_settings: {
            ...clusterSettings,
            ...deriveSettings,
            // Without a name of its own, an insert of the same rows as before would be taken for a repeat.
            insert_deduplication_token: randomUUID(),
          },
        }),
      );
    },
    async isReachable() {
      const pings = await Promise.all(nodes.all.map(({ client }) => client.ping()));
      return pings.every(({ success }) => success);
    },
    close: nodes.close,
  };
}
