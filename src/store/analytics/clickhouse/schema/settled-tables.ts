/** What is settled of days that are over: the rows that definitions/ make of their records. */

import { type Change, createTable, dropDerivedTable, emptyTable } from './schema.ts';
import { build, facts, openEveryDay, partitionBy, place } from './settled-sessions.ts';

const hash = 'UInt64 CODEC(ZSTD)';
const count = 'UInt32 CODEC(T64, ZSTD)';
const instant = "DateTime64(3, 'UTC') CODEC(T64, ZSTD)";
const path = 'LowCardinality(String) CODEC(ZSTD)';
const slot = `slot ${count}`;

/** Earlier versions stored sessions instead. Settled rows can be derived again, so every day is opened. */
export const settledVisits: readonly Change[] = [
  openEveryDay,
  emptyTable('stray_hits'),
  ...['settled_sessions', 'settled_pages', 'settled_days', 'settled_credits', 'sorted_sessions'].map(
    dropDerivedTable,
  ),

  createTable({
    name: 'settled_visits',
    columns: `${place}, ${build}, ${slot},
      session_hash ${hash},
      visitor_hash ${hash},
      pageviews ${count},
      customs ${count},
      began UInt8 CODEC(ZSTD),
      bounced UInt8 CODEC(ZSTD),
      duration_ms ${count},
      began_at ${instant},
      began_seq UInt64 CODEC(T64, ZSTD),
      session_pageviews ${count},
      session_customs ${count},
      entry_path ${path},
      exit_path ${path},
      ${facts},
      INDEX by_visitor visitor_hash TYPE bloom_filter GRANULARITY 4`,
    partitionBy,
    orderBy: '(workspace_id, website_id, day, country, channel, referrer_host, device, browser, os)',
    shardBy: 'visitor_hash',
  }),

  createTable({
    name: 'settled_pages',
    columns: `${place}, ${build}, ${slot},
      session_hash ${hash},
      path ${path},
      views ${count},
      bounced UInt8 CODEC(ZSTD),
      timed_views ${count},
      spent_ms UInt64 CODEC(T64, ZSTD),
      previous Int32 CODEC(T64, ZSTD)`,
    partitionBy,
    orderBy: '(workspace_id, website_id, day, path)',
    shardBy: 'session_hash',
  }),

  createTable({
    name: 'settled_credits',
    columns: `${place}, ${build}, ${slot},
      visitor_hash ${hash},
      ts ${instant},
      seq UInt64 CODEC(T64, ZSTD),
      conversions UInt8 CODEC(ZSTD),
      revenue Decimal(38, 6) CODEC(ZSTD),
      class LowCardinality(String) CODEC(ZSTD),
      session_hash ${hash},
      ${facts}`,
    partitionBy,
    orderBy: '(workspace_id, website_id, day, ts)',
    shardBy: 'visitor_hash',
  }),

  // Once more, in case another server has settled meanwhile.
  openEveryDay,
];
