/**
 * What was derived of days that are over, so that reports need not derive it again. A day of a website is settled when
 * `settlements` names the revision that `revisions` has now. Every record that arrives for the day and every deletion
 * changes the revision; reports then read the day's records themselves until it is settled again.
 */

import { factNames, type TableName } from '../../tables.ts';
import type { SettledPart } from '../settled-parts.ts';
import { storedName } from './layout.ts';
import {
  alterTable,
  type Change,
  createTable,
  createView,
  dropTable,
  emptyTable,
  unlessNew,
} from './schema.ts';

export const place = `
  workspace_id LowCardinality(String),
  website_id LowCardinality(String),
  day Date`;

/** The run that settled the row: it identifies rows of runs that did not finish, or were overtaken. */
export const build = 'build UInt64 CODEC(Delta, ZSTD)';

export const facts = factNames.map((name) => `${name} LowCardinality(String)`).join(', ');

export const partitionBy = 'toYear(day)';
const byWebsite = 'sipHash64(website_id)';

/** Two workspaces may both have records of one website and session, but must not see each other's. */
const ownSession = 'sipHash64(workspace_id, session_hash)';

/** 48 bits of a session's hash. Sessions that share them are not settled, but derived when a report is asked for. */
export const sessionKey = `bitShiftRight(${ownSession}, 16)`;

/** The part whose revision a table's records change: goals and payments are credited separately from traffic. */
const countedTables: readonly { table: TableName; part: SettledPart; condition: string }[] = [
  { table: 'hits', part: 'traffic', condition: '1' },
  { table: 'conversions', part: 'credits', condition: "session_id = ''" },
  { table: 'payments', part: 'credits', condition: '1' },
];

const selectSessionDays = (from: string) => `SELECT DISTINCT ${sessionKey} AS session_key, day FROM ${from}`;

const selectRevisions = (part: string, condition: string) => (from: string) =>
  `SELECT workspace_id, website_id, '${part}' AS part, day, count() AS changes, now() AS changed_at
    FROM ${from} WHERE ${condition} GROUP BY workspace_id, website_id, day`;

export const settledTables: readonly Change[] = [
  alterTable({
    table: 'hits',
    columns: [
      `ADD COLUMN IF NOT EXISTS own_session UInt64 ALIAS ${ownSession}`,
      `ADD COLUMN IF NOT EXISTS session_key UInt64 ALIAS ${sessionKey}`,
    ],
    storage: [
      'ADD INDEX IF NOT EXISTS by_seq seq TYPE minmax GRANULARITY 1',
      'ADD INDEX IF NOT EXISTS by_ts ts TYPE minmax GRANULARITY 1',
      'MATERIALIZE INDEX by_seq',
      'MATERIALIZE INDEX by_ts',
    ],
  }),

  createTable({
    name: 'session_days',
    columns: 'session_key UInt64 CODEC(Delta, ZSTD), day Date CODEC(ZSTD)',
    engine: 'ReplacingMergeTree',
    orderBy: '(session_key, day)',
    granularity: 1024,
  }),
  createView({ name: 'session_days_of_hits', from: 'hits', to: 'session_days', select: selectSessionDays }),

  createTable({
    name: 'revisions',
    columns: `${place},
      part Enum8('traffic' = 1, 'credits' = 2),
      changes SimpleAggregateFunction(sum, UInt64),
      changed_at SimpleAggregateFunction(max, DateTime('UTC')) DEFAULT now()`,
    engine: 'AggregatingMergeTree',
    orderBy: '(workspace_id, website_id, part, day)',
    shardBy: byWebsite,
  }),
  ...countedTables.map(({ table, part, condition }) =>
    createView({
      name: `revisions_of_${table}`,
      from: table,
      to: 'revisions',
      select: selectRevisions(part, condition),
    }),
  ),

  createTable({
    name: 'settlements',
    columns: `${place},
      part Enum8('traffic' = 1, 'credits' = 2),
      revision UInt64,
      ${build}`,
    orderBy: '(workspace_id, website_id, part, day)',
    shardBy: byWebsite,
  }),

  // Holds rows only while days are being settled.
  createTable({
    name: 'sorted_sessions',
    columns: 'build UInt64, own_session UInt64, is_whole Bool, first_day Date, last_day Date',
    partitionBy: 'build',
    orderBy: 'own_session',
    shardBy: 'own_session',
  }),

  // In buckets of visitors, because distinct visitors are counted faster in sixteen small sets than in one large set.
  unlessNew(
    createTable({
      name: 'settled_sessions',
      columns: `${place},
        ${build},
        bucket UInt8 CODEC(ZSTD),
        visitor_hash UInt64,
        began_at DateTime('UTC') CODEC(Delta, ZSTD),
        duration_ms UInt32,
        pageviews UInt32,
        customs UInt32,
        bounced Bool,
        paths Array(String) CODEC(ZSTD),
        path_views Array(UInt32) CODEC(ZSTD),
        path_spent_ms Array(UInt64) CODEC(T64, ZSTD),
        path_timed Array(UInt32) CODEC(ZSTD),
        ${facts}`,
      partitionBy,
      orderBy:
        '(workspace_id, website_id, bucket, day, country, channel, referrer_host, device, browser, os)',
      shardBy: 'visitor_hash',
    }),
  ),

  createTable({
    name: 'settled_pages',
    columns: `${place},
      ${build},
      path String CODEC(ZSTD),
      views UInt64 CODEC(T64, ZSTD),
      sessions UInt64 CODEC(T64, ZSTD),
      bounces UInt64 CODEC(T64, ZSTD),
      spent_ms UInt64 CODEC(T64, ZSTD),
      timed UInt64 CODEC(T64, ZSTD)`,
    partitionBy,
    orderBy: '(workspace_id, website_id, day, path)',
    shardBy: 'sipHash64(path)',
  }),

  createTable({
    name: 'settled_credits',
    columns: `${place},
      ${build},
      visitor_hash UInt64,
      conversions UInt64 CODEC(ZSTD),
      revenue Decimal(38, 6) CODEC(ZSTD),
      ${facts}`,
    partitionBy,
    orderBy: '(workspace_id, website_id, day)',
    shardBy: 'visitor_hash',
  }),

  createTable({
    name: 'stray_hits',
    columns: `${place},
      ${build},
      first_day Date,
      last_day Date,
      ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
      seq UInt64 CODEC(Delta, ZSTD),
      visitor_id String CODEC(ZSTD),
      visitor_hash UInt64,
      type Enum8('pageview' = 1, 'custom' = 2, 'leave' = 3),
      session_id String CODEC(ZSTD),
      session_hash UInt64,
      path String CODEC(ZSTD),
      ${facts},
      view UInt64 CODEC(ZSTD),
      visible_ms UInt32 CODEC(ZSTD)`,
    partitionBy,
    orderBy: '(workspace_id, website_id, last_day, session_hash, ts)',
    shardBy: 'visitor_hash',
  }),

  // For records that were stored before these tables existed. Counting a record twice only opens its day.
  unlessNew((layout) => [
    `INSERT INTO ${storedName('session_days', layout)} (session_key, day)
      ${selectSessionDays(storedName('hits', layout))}`,
    ...countedTables.map(
      ({ table, part, condition }) =>
        `INSERT INTO ${storedName('revisions', layout)} (workspace_id, website_id, part, day, changes, changed_at)
          ${selectRevisions(part, condition)(storedName(table, layout))}`,
    ),
  ]),
];

export const openEveryDay: Change = emptyTable('settlements');

/**
 * Settled rows can be derived again, so a change to their tables empties them and opens all days: before, and once more
 * after, in case another server settles meanwhile.
 */
const settleAnewWith = (...changes: Change[]): readonly Change[] => [
  openEveryDay,
  ...changes,
  ...['settled_sessions', 'settled_pages', 'settled_credits', 'stray_hits'].map(emptyTable),
  openEveryDay,
];

export const settledAnew = settleAnewWith(
  dropTable('settled_sessions'),
  createTable({
    name: 'settled_sessions',
    columns: `${place},
      ${build},
      bucket UInt8 CODEC(ZSTD),
      visitor_hash UInt64,
      began_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
      duration_ms UInt32 CODEC(T64, LZ4),
      pageviews UInt32 CODEC(T64, LZ4),
      customs UInt32 CODEC(T64, LZ4),
      paths Array(LowCardinality(String)) CODEC(ZSTD),
      path_views Array(UInt32) CODEC(T64, ZSTD),
      path_spent_ms Array(UInt64) CODEC(T64, ZSTD),
      path_timed Array(UInt32) CODEC(T64, ZSTD),
      ${facts}`,
    partitionBy,
    orderBy: '(workspace_id, website_id, bucket, day, country, channel, referrer_host, device, browser, os)',
    shardBy: 'visitor_hash',
  }),
);

export const settledWithExits = settleAnewWith(
  alterTable({
    table: 'settled_sessions',
    // Which of `paths` was viewed last.
    columns: ['ADD COLUMN IF NOT EXISTS exit_place UInt32 CODEC(T64, ZSTD)'],
  }),
);

export const settledWithDays = settleAnewWith(
  createTable({
    name: 'settled_days',
    columns: `${place}, ${build}, visitors UInt64`,
    partitionBy,
    orderBy: '(workspace_id, website_id, day)',
    shardBy: byWebsite,
  }),
);
