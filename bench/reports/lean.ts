import { sql } from '../../src/store/analytics/sql.ts';

/** One table with one row a pageview, sorted so that a visitor's records are neighbours. */
export const createLean = sql`
  CREATE TABLE IF NOT EXISTS bench.lean (
    website LowCardinality(String),
    ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    day Date,
    session UInt64,
    visitor UInt64,
    path String,
    referrer LowCardinality(String),
    country LowCardinality(String),
    device LowCardinality(String),
    browser LowCardinality(String),
    os LowCardinality(String)
  ) ENGINE = MergeTree ORDER BY (website, day, visitor, ts)`;
