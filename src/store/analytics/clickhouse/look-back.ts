import { bind, type Sql, sql } from '../sql.ts';
import { touchDays, writeDay } from './day-conditions.ts';
import type { Statements } from './statements.ts';

/** Numbers of accepted records, both included. */
export type SeqRange = { first: number; last: number };

/**
 * A record changes its own day, which the engine notes by itself. It may also change other days: those on which its
 * session has other records; for goals and payments all days from its own on (or from the first day of its session
 * where another visitor began it); and a payment changes later days, whose payments are no longer the visitor's first.
 * Where such days are settled, this opens them again. It runs after the insert, so that of two servers the later one
 * sees both records.
 */
export async function lookBack(
  { derive }: Statements,
  { first, last }: SeqRange,
  now: number,
): Promise<void> {
  const isAmongFresh = (seq: Sql) =>
    sql`(${seq} >= ${bind.integer(first)} AND ${seq} <= ${bind.integer(last)})`;
  const isFresh = isAmongFresh(sql`seq`);
  const fresh = sql`(SELECT workspace_id, website_id, day, session_key FROM hits WHERE ${isFresh})`;
  const grown = buildGrownSessions(isAmongFresh, fresh);
  await derive(sql`
    INSERT INTO revisions (workspace_id, website_id, part, day, changes)
    SELECT DISTINCT workspace_id, website_id, 'traffic', known.day, 1
    FROM ${buildKnownDays(fresh)} AS known INNER JOIN ${grown} AS grown USING (session_key)`);
  const today = writeDay(touchDays({ from: now }).first);
  await derive(sql`
    INSERT INTO revisions (workspace_id, website_id, part, day, changes)
    SELECT DISTINCT workspace_id, website_id, 'credits', day, 1
    FROM revisions
    INNER JOIN (
      SELECT workspace_id, website_id, min(first_day) AS since FROM (
        SELECT workspace_id, website_id, day AS first_day FROM hits WHERE ${isFresh}
        UNION ALL SELECT workspace_id, website_id, day AS first_day FROM payments WHERE ${isFresh}
        UNION ALL ${buildJoinedSessions(isFresh, fresh)})
      GROUP BY workspace_id, website_id HAVING since < ${today}) AS late USING (workspace_id, website_id)
    WHERE part = 'credits' AND day >= since`);
}

/** All days of the sessions that fresh records belong to. */
function buildKnownDays(fresh: Sql): Sql {
  return sql`(SELECT session_key, day FROM session_days WHERE session_key IN (SELECT session_key FROM ${fresh}))`;
}

/** Those of them that last over several days. */
function buildLongSessions(fresh: Sql): Sql {
  return sql`(
    SELECT session_key FROM ${buildKnownDays(fresh)} GROUP BY session_key HAVING uniqExact(day) > 1)`;
}

/** Sessions of several days and several visitors: a visitor who joined one may have reached a goal since it began. */
function buildJoinedSessions(isFresh: Sql, fresh: Sql): Sql {
  const long = buildLongSessions(fresh);
  // By the hash, because hits are sorted by it within a day.
  return sql`
    SELECT workspace_id, website_id, min(day) AS first_day FROM hits
    WHERE day IN (SELECT day FROM session_days WHERE session_key IN ${long})
      AND session_hash IN (SELECT session_hash FROM hits WHERE ${isFresh} AND session_key IN ${long})
    GROUP BY workspace_id, website_id, session_hash HAVING uniqExact(visitor_hash) > 1`;
}

/**
 * Sessions of several days whose first accepted record on one of these days is fresh. Where two servers each store a
 * record of such a day, one of them has the first.
 */
function buildGrownSessions(isAmongFresh: (seq: Sql) => Sql, fresh: Sql): Sql {
  return sql`(
    SELECT DISTINCT workspace_id, website_id, session_key FROM (
      SELECT workspace_id, website_id, session_key, day, min(seq) AS first_seq
      FROM (SELECT workspace_id, website_id, day, seq, session_key FROM hits WHERE day IN (SELECT day FROM ${fresh}))
      WHERE session_key IN ${buildLongSessions(fresh)}
      GROUP BY workspace_id, website_id, session_key, day)
    WHERE ${isAmongFresh(sql`first_seq`)})`;
}
