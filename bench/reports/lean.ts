/**
 * The comparison: one lean table with a row a pageview, and the plain SQL that answers the same five questions over
 * it. Exact counts, as in the product's reports, and of several ways to write a statement the fastest that was found.
 */
import { mostUnpackedRows } from '../../src/store/analytics/settings.ts';
import { bind, type Sql, sql, whole } from '../../src/store/analytics/sql.ts';

/** Sorted so that a visitor's records are neighbours. */
export const createLean = sql`
  CREATE TABLE IF NOT EXISTS bench.lean (
    website LowCardinality(String),
    ts DateTime64(3, 'UTC'),
    day Date,
    session UInt64,
    visitor UInt64,
    path LowCardinality(String),
    referrer LowCardinality(String),
    country LowCardinality(String),
    device LowCardinality(String),
    browser LowCardinality(String),
    os LowCardinality(String)
  ) ENGINE = MergeTree ORDER BY (website, day, visitor, ts)`;

export type LeanRange = { website: string; from: number; to: number };

export type LeanStatements = {
  visitorsByDay: Sql;
  pages: Sql;
  referrers: Sql;
  countries: Sql;
  headline: Sql;
  /** One pass over three columns: less than this no answer about each pageview can cost. */
  scan: Sql;
  /** The same from what the engine keeps unpacked in memory, as it does for reports. */
  scanUnpacked: Sql;
};

export function buildLeanStatements({ website, from, to }: LeanRange): LeanStatements {
  const chosen = sql`website = ${bind.string(website)}
    AND day >= toDate(${bind.instant(from)}) AND day < toDate(${bind.instant(to)})`;
  const scan = sql`SELECT count(), sum(session), sum(visitor), sum(cityHash64(path)) FROM bench.lean WHERE ${chosen}`;
  return {
    visitorsByDay: sql`
      SELECT day, uniqExact(visitor) AS visitors FROM bench.lean WHERE ${chosen} GROUP BY day ORDER BY day`,
    pages: buildPages(chosen),
    referrers: buildBreakdown(sql`referrer`, chosen),
    countries: buildBreakdown(sql`country`, chosen),
    headline: sql`
      SELECT uniqExact(visitor) AS visitors, count() AS sessions, sum(views) AS pageviews,
        countIf(views = 1) AS bounces, round(100 * bounces / sessions, 2) AS bounce_rate,
        round(avg(toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)) / 1000, 2) AS avg_session_seconds
      FROM (
        SELECT session, any(visitor) AS visitor, count() AS views, min(ts) AS began, max(ts) AS ended
        FROM bench.lean WHERE ${chosen} GROUP BY session)`,
    scan,
    scanUnpacked: sql`${scan} SETTINGS use_uncompressed_cache = 1, merge_tree_max_rows_to_use_cache = ${whole(mostUnpackedRows)}`,
  };
}

/** Time on a page is the gap to the session's next view. Window functions take a sixth longer than these arrays. */
function buildPages(chosen: Sql): Sql {
  return sql`
    SELECT path, count() AS views, uniqExact(session) AS sessions, countIf(total = 1) AS bounces,
      round(100 * bounces / sessions, 2) AS bounce_rate, round(avgIf(gap_ms, gap_ms > 0) / 1000, 2) AS avg_seconds
    FROM (
      SELECT session, arraySort(groupArray((ts, path))) AS ordered, length(ordered) AS total,
        arrayMap((each, next) -> (each.2, toUnixTimestamp64Milli(next.1) - toUnixTimestamp64Milli(each.1)),
          ordered, arrayShiftLeft(ordered, 1)) AS seen
      FROM bench.lean WHERE ${chosen} GROUP BY session)
    ARRAY JOIN seen.1 AS path, seen.2 AS gap_ms
    GROUP BY path ORDER BY views DESC, path LIMIT 100`;
}

function buildBreakdown(column: Sql, chosen: Sql): Sql {
  return sql`
    SELECT name, uniqExact(visitor) AS visitors, count() AS sessions, countIf(views = 1) AS bounces,
      round(100 * bounces / sessions, 2) AS bounce_rate
    FROM (
      SELECT session, any(visitor) AS visitor, any(${column}) AS name, count() AS views
      FROM bench.lean WHERE ${chosen} GROUP BY session)
    GROUP BY name ORDER BY visitors DESC, name LIMIT 100`;
}
