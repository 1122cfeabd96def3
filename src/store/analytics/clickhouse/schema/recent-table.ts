/**
 * A copy of the records of the last days, sorted by time: the record tables are sorted otherwise, and a question about
 * the last minutes would read a whole day of them (ADR 11).
 */

import { recentTableName } from '../settled-parts.ts';
import { storedName } from './layout.ts';
import { type Change, createTable, createView, dropTable, unlessNew } from './schema.ts';
import { sessionKey } from './settled-sessions.ts';

type RecordTable = { table: string; columns: readonly string[]; type: string; condition: string };

const sharedColumns = ['workspace_id', 'website_id', 'ts', 'seq', 'visitor_id', 'visitor_hash'];

const recordTables: readonly RecordTable[] = [
  {
    table: 'hits',
    columns: [...sharedColumns, 'session_hash', 'path', 'country', 'device', 'browser'],
    type: 'toString(type)',
    condition: "type != 'leave'",
  },
  // Custom events are here as hits.
  { table: 'conversions', columns: sharedColumns, type: "'goal'", condition: "session_id = ''" },
  { table: 'payments', columns: sharedColumns, type: "'payment'", condition: '1' },
  { table: 'identities', columns: sharedColumns, type: "'identify'", condition: '1' },
];

const selectRecent =
  ({ columns, type, condition }: RecordTable) =>
  (from: string) =>
    `SELECT ${columns.join(', ')}, ${type} AS type FROM ${from} WHERE ${condition}`;

/** Records that were stored just before the views existed; the views may have copied some of them meanwhile. */
const fillIn = (recordTable: RecordTable): Change =>
  unlessNew((layout) => {
    const recent = storedName(recentTableName, layout);
    return [
      `INSERT INTO ${recent} (${recordTable.columns.join(', ')}, type)
        ${selectRecent(recordTable)(storedName(recordTable.table, layout))}
        AND day >= yesterday() AND ts > now() - INTERVAL 1 HOUR
        AND (visitor_hash, seq) NOT IN (SELECT visitor_hash, seq FROM ${recent})`,
    ];
  });

/**
 * Partitioned by the day of acceptance modulo four. ClickHouse recognises a repeated insert only within a partition, so
 * the partition must not depend on when rows are stored; and senders, who choose `ts`, must not be able to create many
 * partitions. Rows have expired before their partition is used again.
 */
const byAcceptance = 'intDiv(seq, 86400000000) % 4';

const createRecent = (partitionBy: string) =>
  createTable({
    name: recentTableName,
    columns: `
      workspace_id LowCardinality(String),
      website_id LowCardinality(String),
      ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
      seq UInt64 CODEC(Delta, ZSTD),
      visitor_id String CODEC(ZSTD),
      visitor_hash UInt64,
      type Enum8('pageview' = 1, 'custom' = 2, 'goal' = 3, 'payment' = 4, 'identify' = 5),
      session_hash UInt64,
      session_key UInt64 ALIAS ${sessionKey},
      path String CODEC(ZSTD),
      country LowCardinality(String),
      device LowCardinality(String),
      browser LowCardinality(String),
      stored_at DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD)`,
    partitionBy,
    orderBy: '(workspace_id, website_id, ts)',
    // Five minutes are few rows, and are searched in several parts.
    granularity: 1024,
    // A record may be dated a day ahead.
    expiresAt: 'stored_at + INTERVAL 2 DAY',
  });

const viewName = (recordTable: RecordTable) => `recent_of_${recordTable.table}`;

const createViews = recordTables.map((recordTable) =>
  createView({
    name: viewName(recordTable),
    from: recordTable.table,
    to: recentTableName,
    select: selectRecent(recordTable),
  }),
);

const fillIns = recordTables.map(fillIn);

export const recentTable: readonly Change[] = [createRecent(byAcceptance), ...createViews, ...fillIns].map(
  unlessNew,
);

/**
 * The engine stores the minimum and maximum of each column in the partition key for every part. With `ts` in the key,
 * which is never before 1970, most parts are skipped for questions about the last minutes.
 */
export const recentTableByTime: readonly Change[] = [
  ...recordTables.map((recordTable) => dropTable(viewName(recordTable))),
  dropTable(recentTableName),
  createRecent(`${byAcceptance} + (ts < toDateTime64(0, 3, 'UTC'))`),
  ...createViews,
  ...fillIns,
];
