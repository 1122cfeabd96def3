/**
 * The analytics schema, one step after another. A step is only ever added; each statement may run twice,
 * because two servers can start on one ClickHouse at the same time.
 */
export type Migration = { version: number; name: string; statements: readonly string[] };

// A repeated insert is dropped by its token as long as it is among the last this many of its table.
const deduplicationWindow = 10_000;

// Records leave the spool once inserted, so an insert must have reached the disk when it is acknowledged.
const durable = `SETTINGS non_replicated_deduplication_window = ${deduplicationWindow},
  fsync_after_insert = 1, fsync_part_directory = 1`;

const placeColumns = `
  workspace_id LowCardinality(String),
  website_id LowCardinality(String),
  ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  day Date DEFAULT toDate(ts),
  seq UInt64 CODEC(Delta, ZSTD)`;

const recordColumns = `${placeColumns},
  visitor_id String CODEC(ZSTD),
  visitor_hash UInt64 DEFAULT sipHash64(visitor_id)`;

// A year a partition: a sender may date records as far back as 1970, and a part is made for each partition.
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'the record tables',
    statements: [
      `CREATE TABLE IF NOT EXISTS hits (${recordColumns},
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
        INDEX by_visitor visitor_hash TYPE bloom_filter GRANULARITY 4
      ) ENGINE = MergeTree PARTITION BY toYear(day)
      ORDER BY (workspace_id, website_id, day, session_hash, ts) ${durable}`,

      `CREATE TABLE IF NOT EXISTS conversions (${recordColumns},
        session_id String CODEC(ZSTD),
        name String CODEC(ZSTD),
        details String CODEC(ZSTD),
        texts Map(LowCardinality(String), String) CODEC(ZSTD),
        INDEX by_visitor visitor_hash TYPE bloom_filter GRANULARITY 4
      ) ENGINE = MergeTree PARTITION BY toYear(day)
      ORDER BY (workspace_id, website_id, day, ts) ${durable}`,

      `CREATE TABLE IF NOT EXISTS payments (${recordColumns},
        transaction_id String CODEC(ZSTD),
        amount Decimal(38, 6),
        currency LowCardinality(String),
        kind Enum8('plain' = 0, 'renewal' = 1, 'refund' = 2)
      ) ENGINE = MergeTree PARTITION BY toYear(day)
      ORDER BY (workspace_id, website_id, visitor_hash, ts) ${durable}`,

      `CREATE TABLE IF NOT EXISTS identities (${recordColumns},
        external_hash FixedString(64),
        traits String CODEC(ZSTD)
      ) ENGINE = MergeTree PARTITION BY toYear(day)
      ORDER BY (workspace_id, website_id, visitor_hash, ts) ${durable}`,
    ],
  },
  {
    version: 2,
    name: 'visible time, AI referrals, crawls and drops',
    statements: [
      `ALTER TABLE hits
        MODIFY COLUMN type Enum8('pageview' = 1, 'custom' = 2, 'leave' = 3),
        ADD COLUMN IF NOT EXISTS view UInt64 CODEC(ZSTD),
        ADD COLUMN IF NOT EXISTS visible_ms UInt32 CODEC(ZSTD),
        ADD COLUMN IF NOT EXISTS ai_operator LowCardinality(String)`,

      `CREATE TABLE IF NOT EXISTS crawls (${placeColumns},
        operator LowCardinality(String),
        purpose LowCardinality(String),
        path String CODEC(ZSTD)
      ) ENGINE = MergeTree PARTITION BY toYear(day)
      ORDER BY (workspace_id, website_id, day, ts) ${durable}`,

      `CREATE TABLE IF NOT EXISTS drops (${placeColumns},
        reason LowCardinality(String),
        host String CODEC(ZSTD),
        hits UInt64
      ) ENGINE = MergeTree PARTITION BY toYear(day)
      ORDER BY (workspace_id, website_id, day, ts) ${durable}`,
    ],
  },
];
