/** Settings of each kind of call. Those for clusters change nothing on a single server. */
import type { ClickHouseSettings } from '@clickhouse/client';

const clusterSettings: ClickHouseSettings = {
  // Subqueries and joins see the rows of all nodes, and a report fails where a node is missing.
  distributed_product_mode: 'global',
  skip_unavailable_shards: 0,
};

export const insertSettings: ClickHouseSettings = {
  insert_deduplicate: 1,
  // A repeated insert that a table has seen must still reach the views that it did not reach the first time.
  deduplicate_blocks_in_dependent_materialized_views: 1,
  // An insert is acknowledged once every node has its rows.
  distributed_foreground_insert: 1,
  max_partitions_per_insert_block: '0',
  throw_on_max_partitions_per_insert_block: '0',
};

export const changeSettings: ClickHouseSettings = {
  ...clusterSettings,
  lightweight_deletes_sync: '2',
  allow_nondeterministic_mutations: 1,
};

export const deriveSettings: ClickHouseSettings = {
  ...clusterSettings,
  ...insertSettings,
  // Otherwise an error after the first rows would not be reported as one.
  wait_end_of_query: 1,
};

const outputSettings: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 0,
  date_time_output_format: 'iso',
};

/** The engine cancels a query when we disconnect, which it does only for read-only ones. */
const stoppedByLeaving: ClickHouseSettings = {
  readonly: '2',
  cancel_http_readonly_queries_on_client_close: 1,
};

/** Rows are streamed: that takes little memory, and as long as it needs. */
export const streamSettings: ClickHouseSettings = {
  ...clusterSettings,
  ...outputSettings,
  join_use_nulls: 0,
  max_memory_usage: String(512 * 1024 * 1024),
  max_threads: 2,
  ...stoppedByLeaving,
};

/** Of one table, for one report. */
const mostUnpackedRows = 4_000_000;

export type ReportBounds = { reportTimeoutSeconds: number; reportMemoryMb: number };

export type ReadSettings = ClickHouseSettings & { max_execution_time: number };

export function buildReadSettings({ reportTimeoutSeconds, reportMemoryMb }: ReportBounds): ReadSettings {
  const memory = reportMemoryMb * 1024 * 1024;
  const spillAt = String(Math.floor(memory / 2));
  return {
    ...clusterSettings,
    ...outputSettings,
    // A failed match is '' rather than null: reports treat both the same, and '' needs no second case.
    join_use_nulls: 0,
    // Reports read the same columns again and again, and decompressing takes a tenth to a third of their time (ADR 14).
    // Larger reads are not cached, as they would evict everything else.
    use_uncompressed_cache: 1,
    merge_tree_max_rows_to_use_cache: String(mostUnpackedRows),
    max_execution_time: reportTimeoutSeconds,
    max_memory_usage: String(memory),
    // Spills to disk beyond this: slower, but it answers.
    max_bytes_before_external_group_by: spillAt,
    max_bytes_before_external_sort: spillAt,
    ...stoppedByLeaving,
  };
}
