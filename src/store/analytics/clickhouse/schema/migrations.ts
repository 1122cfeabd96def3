/** The analytics schema, one step after another. A step is only ever added. */

import { factNames } from '../../tables.ts';
import { recentTableName } from '../settled-parts.ts';
import { recentTable, recentTableByTime } from './recent-table.ts';
import { alterTable, type Change, createTable } from './schema.ts';
import { settledAnew, settledTables, settledWithDays, settledWithExits } from './settled-sessions.ts';
import { settledVisits } from './settled-tables.ts';
import { remakeTrialTable, trialTables } from './trial-tables.ts';

export type Migration = { version: number; name: string; changes: readonly Change[] };

const placeColumns = `
  workspace_id LowCardinality(String),
  website_id LowCardinality(String),
  ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  day Date DEFAULT toDate(ts),
  seq UInt64 CODEC(Delta, ZSTD)`;

const recordColumns = `${placeColumns},
  visitor_id String CODEC(ZSTD),
  visitor_hash UInt64 DEFAULT sipHash64(visitor_id)`;

// One partition a year: senders may date records back to 1970, and an insert makes a part for each partition.
const partitionBy = 'toYear(day)';

// All records of a visitor lie on one shard.
const byVisitor = { partitionBy, shardBy: 'visitor_hash' };

// Records without a visitor are spread by a hash, because most values of `seq` itself end in three zeros.
const byRecord = { partitionBy, shardBy: 'sipHash64(seq)' };

export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'the record tables',
    changes: [
      createTable({
        name: 'hits',
        columns: `${recordColumns},
          type Enum8('pageview' = 1, 'custom' = 2),
          session_id String CODEC(ZSTD),
          session_hash UInt64 DEFAULT sipHash64(website_id, session_id),
          path String CODEC(ZSTD),
          referrer_host LowCardinality(String),
          referrer_domain LowCardinality(String),
          channel LowCardinality(String),
          keyword LowCardinality(String),
          utm_source LowCardinality(String),
          utm_medium LowCardinality(String),
          utm_campaign LowCardinality(String),
          utm_term LowCardinality(String),
          utm_content LowCardinality(String),
          country LowCardinality(String),
          device LowCardinality(String),
          browser LowCardinality(String),
          browser_version LowCardinality(String),
          os LowCardinality(String),
          os_version LowCardinality(String),
          language LowCardinality(String),
          INDEX by_visitor visitor_hash TYPE bloom_filter GRANULARITY 4`,
        orderBy: '(workspace_id, website_id, day, session_hash, ts)',
        ...byVisitor,
      }),
      createTable({
        name: 'conversions',
        columns: `${recordColumns},
          session_id String CODEC(ZSTD),
          name String CODEC(ZSTD),
          details String CODEC(ZSTD),
          texts Map(LowCardinality(String), String) CODEC(ZSTD),
          INDEX by_visitor visitor_hash TYPE bloom_filter GRANULARITY 4`,
        orderBy: '(workspace_id, website_id, day, ts)',
        ...byVisitor,
      }),
      createTable({
        name: 'payments',
        columns: `${recordColumns},
          transaction_id String CODEC(ZSTD),
          amount Decimal(38, 6),
          currency LowCardinality(String),
          kind Enum8('plain' = 0, 'renewal' = 1, 'refund' = 2)`,
        orderBy: '(workspace_id, website_id, visitor_hash, ts)',
        ...byVisitor,
      }),
      createTable({
        name: 'identities',
        columns: `${recordColumns},
          external_hash FixedString(64),
          traits String CODEC(ZSTD)`,
        orderBy: '(workspace_id, website_id, visitor_hash, ts)',
        ...byVisitor,
      }),
    ],
  },
  {
    version: 2,
    name: 'visible time, AI referrals, crawls and drops',
    changes: [
      alterTable({
        table: 'hits',
        columns: [
          "MODIFY COLUMN type Enum8('pageview' = 1, 'custom' = 2, 'leave' = 3)",
          'ADD COLUMN IF NOT EXISTS view UInt64 CODEC(ZSTD)',
          'ADD COLUMN IF NOT EXISTS visible_ms UInt32 CODEC(ZSTD)',
          'ADD COLUMN IF NOT EXISTS ai_operator LowCardinality(String)',
        ],
      }),
      createTable({
        name: 'crawls',
        columns: `${placeColumns},
          operator LowCardinality(String),
          purpose LowCardinality(String),
          path String CODEC(ZSTD)`,
        orderBy: '(workspace_id, website_id, day, ts)',
        ...byRecord,
      }),
      createTable({
        name: 'drops',
        columns: `${placeColumns},
          reason LowCardinality(String),
          host String CODEC(ZSTD),
          hits UInt64`,
        orderBy: '(workspace_id, website_id, day, ts)',
        ...byRecord,
      }),
    ],
  },
  { version: 3, name: 'settled days', changes: settledTables },
  {
    version: 4,
    name: 'columns that pack better',
    changes: [
      alterTable({
        table: 'hits',
        storage: [
          // Neighbours in the sort order are close to each other as numbers.
          'MODIFY COLUMN session_hash CODEC(Delta, ZSTD)',
          ...factNames.map((name) => `MODIFY COLUMN ${name} CODEC(ZSTD)`),
          // The browser's clock, which is close to that of the record before.
          'MODIFY COLUMN view CODEC(Delta, ZSTD)',
        ],
      }),
    ],
  },
  { version: 5, name: 'recent records', changes: recentTable },
  { version: 6, name: 'settled sessions with the moment they began', changes: settledAnew },
  { version: 7, name: 'settled sessions with the page where they ended', changes: settledWithExits },
  { version: 8, name: 'visitors of settled days', changes: settledWithDays },
  { version: 9, name: 'recent records whose parts know their time', changes: recentTableByTime },
  {
    version: 10,
    name: 'hits and sessions that take less of the disk',
    changes: [
      alterTable({
        table: 'hits',
        columns: ['MODIFY COLUMN path LowCardinality(String) CODEC(ZSTD)'],
        storage: [
          // Sessions are not sorted by time, so differences between neighbours compress worse than the values.
          'MODIFY COLUMN ts CODEC(ZSTD)',
          'MODIFY COLUMN view CODEC(ZSTD)',
          "MODIFY COLUMN seq CODEC(T64('bit'), ZSTD)",
          "MODIFY COLUMN type CODEC(T64('bit'), ZSTD)",
          'MODIFY COLUMN session_hash CODEC(ZSTD)',
          'MODIFY COLUMN visitor_hash CODEC(ZSTD)',
        ],
      }),
      alterTable({ table: 'settled_sessions', storage: ['MODIFY COLUMN began_at CODEC(T64, ZSTD)'] }),
    ],
  },
  { version: 11, name: 'settled visits, pages and credits as reports define them', changes: settledVisits },
  { version: 12, name: 'tables that rows are tried on', changes: trialTables },
  {
    version: 13,
    name: 'automatic events',
    changes: [
      ...['hits', 'stray_hits'].map((table) =>
        alterTable({
          table,
          columns: ["MODIFY COLUMN type Enum8('pageview' = 1, 'custom' = 2, 'leave' = 3, 'automatic' = 4)"],
        }),
      ),
      alterTable({
        table: recentTableName,
        columns: [
          "MODIFY COLUMN type Enum8('pageview' = 1, 'custom' = 2, 'goal' = 3, 'payment' = 4, 'identify' = 5, 'automatic' = 6)",
        ],
      }),
      alterTable({ table: 'conversions', columns: ['ADD COLUMN IF NOT EXISTS is_automatic Bool'] }),
      remakeTrialTable('conversions'),
    ],
  },
  {
    version: 14,
    name: 'time on settled pages with a sign, as that of others has',
    changes: [
      alterTable({ table: 'settled_pages', columns: ['MODIFY COLUMN spent_ms Int64 CODEC(T64, ZSTD)'] }),
    ],
  },
  {
    version: 15,
    name: 'identities with whose word they are',
    changes: [
      alterTable({ table: 'identities', columns: ['ADD COLUMN IF NOT EXISTS trust UInt8 DEFAULT 0'] }),
      remakeTrialTable('identities'),
    ],
  },
];
