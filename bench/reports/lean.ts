/**
 * The comparison: one lean table with a row a pageview, and the plain SQL that answers the same five questions over
 * it. Exact counts, as in the product's reports, and of several ways to write a statement the fastest that was found.
 */
import { millisOf } from '../../src/store/analytics/dialect.ts';
import { bind, type Sql, sql } from '../../src/store/analytics/sql.ts';

/** In the order in which pageviews come, as every table that is written as they come. */
export const createLean: readonly Sql[] = [
  sql`CREATE SCHEMA IF NOT EXISTS bench`,
  sql`CREATE TABLE bench.lean (
    website VARCHAR,
    ts TIMESTAMP,
    day DATE,
    session UBIGINT,
    visitor UBIGINT,
    path VARCHAR,
    referrer VARCHAR,
    country VARCHAR,
    device VARCHAR,
    browser VARCHAR,
    os VARCHAR)`,
];

export type LeanRange = { website: string; from: number; to: number };

export type LeanStatements = {
  visitorsByDay: Sql;
  pages: Sql;
  referrers: Sql;
  countries: Sql;
  headline: Sql;
};

/** One pass over three columns of the product's own records: less than this no answer about each of them can cost. */
export function buildScan({ website, from, to }: LeanRange): Sql {
  return sql`
    SELECT bit_xor(session_hash) AS sessions, bit_xor(visitor_hash) AS visitors, bit_xor(hash(path)) AS paths FROM hits
    WHERE website_id = ${bind.text(website)} AND ts >= ${bind.instant(from)} AND ts < ${bind.instant(to)}`;
}

export function buildLeanStatements({ website, from, to }: LeanRange): LeanStatements {
  const chosen = sql`website = ${bind.text(website)} AND ts >= ${bind.instant(from)} AND ts < ${bind.instant(to)}`;
  return {
    visitorsByDay: sql`
      SELECT day, count(DISTINCT visitor) AS visitors FROM bench.lean WHERE ${chosen} GROUP BY day ORDER BY day`,
    pages: buildPages(chosen),
    referrers: buildBreakdown(sql`referrer`, chosen),
    countries: buildBreakdown(sql`country`, chosen),
    headline: sql`
      SELECT count(DISTINCT visitor) AS visitors, count(*) AS sessions, sum(views) AS pageviews,
        count(*) FILTER (WHERE views = 1) AS bounces,
        round(100 * count(*) FILTER (WHERE views = 1) / count(*), 2) AS bounce_rate,
        round(avg(${millisOf(sql`ended`)} - ${millisOf(sql`began`)}) / 1000, 2) AS avg_session_seconds
      FROM (
        SELECT session, any_value(visitor) AS visitor, count(*) AS views, min(ts) AS began, max(ts) AS ended
        FROM bench.lean WHERE ${chosen} GROUP BY session)`,
  };
}

/** Time on a page is the gap to the session's next view. */
function buildPages(chosen: Sql): Sql {
  return sql`
    SELECT path, count(*) AS views, count(DISTINCT session) AS sessions, count(*) FILTER (WHERE total = 1) AS bounces,
      round(100 * count(*) FILTER (WHERE total = 1) / count(DISTINCT session), 2) AS bounce_rate,
      round(avg(gap_ms) FILTER (WHERE gap_ms > 0) / 1000, 2) AS avg_seconds
    FROM (
      SELECT session, path, count(*) OVER (PARTITION BY session) AS total,
        ${millisOf(sql`lead(ts) OVER (PARTITION BY session ORDER BY ts)`)} - ${millisOf(sql`ts`)} AS gap_ms
      FROM bench.lean WHERE ${chosen})
    GROUP BY path ORDER BY views DESC, path LIMIT 100`;
}

function buildBreakdown(column: Sql, chosen: Sql): Sql {
  return sql`
    SELECT name, count(DISTINCT visitor) AS visitors, count(*) AS sessions, count(*) FILTER (WHERE views = 1) AS bounces,
      round(100 * count(*) FILTER (WHERE views = 1) / count(*), 2) AS bounce_rate
    FROM (
      SELECT session, any_value(visitor) AS visitor, any_value(${column}) AS name, count(*) AS views
      FROM bench.lean WHERE ${chosen} GROUP BY session)
    GROUP BY name ORDER BY visitors DESC, name LIMIT 100`;
}
