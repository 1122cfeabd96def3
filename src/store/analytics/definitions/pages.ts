import { millisOf } from '../dialect.ts';
import { type Sql, sql, whole } from '../sql.ts';
import { slotOf } from './slots.ts';

const longestGapMs = 1_800_000;

/**
 * What sessions viewed, by slot and path, from all their hits and leaves. The time on a page is what its leaves report;
 * where they report none, the time until the session's next pageview, bounded; a view with neither is not timed. A leave
 * names the view that it ends; views without a name (0) stand each for itself. `previous` is the slot in which the session
 * viewed the path before, or -1: sessions of a range are those rows whose previous lies before it.
 */
export function selectPages(hits: Sql): Sql {
  return sql`
    SELECT *, CASE WHEN row_number() OVER by_slot = 1 THEN -1 ELSE max(slot) OVER before END AS previous
    FROM (
      SELECT workspace_id, website_id, session_hash, slot, path, count(*) AS views, max(bounced) AS bounced,
        count(*) FILTER (WHERE visible_ms > 0 OR has_next > 0) AS timed_views,
        sum(CASE WHEN visible_ms > 0 THEN visible_ms WHEN has_next > 0 THEN least(gap_ms, ${whole(longestGapMs)}) ELSE 0 END)
          AS spent_ms
      FROM ${selectViews(hits)} AS viewed
      GROUP BY workspace_id, website_id, session_hash, slot, path) AS page
    WINDOW by_slot AS (PARTITION BY workspace_id, website_id, session_hash, path ORDER BY slot),
      before AS (
        PARTITION BY workspace_id, website_id, session_hash, path ORDER BY slot ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)`;
}

/** Every pageview with the time it was visible and the time until the next one. */
function selectViews(hits: Sql): Sql {
  return sql`(
    SELECT workspace_id, website_id, session_hash, path, ${slotOf(sql`ts`)} AS slot, visible_ms,
      count(*) OVER next_view AS has_next, ${millisOf(sql`min(ts) OVER next_view`)} - ${millisOf(sql`ts`)} AS gap_ms,
      CASE WHEN count(*) OVER of_session = 1 AND customs = 0 THEN 1 ELSE 0 END AS bounced
    FROM (
      SELECT workspace_id, website_id, session_hash, ts, seq, type, path,
        sum(CASE WHEN type = 'leave' THEN visible_ms ELSE 0 END) OVER (
          PARTITION BY workspace_id, website_id, session_hash, view, CASE WHEN view = 0 THEN seq ELSE 0 END)
          AS visible_ms,
        sum(CASE WHEN type = 'custom' THEN 1 ELSE 0 END) OVER of_session AS customs
      FROM ${hits} WINDOW of_session AS (PARTITION BY workspace_id, website_id, session_hash)) AS record
    WHERE type = 'pageview'
    WINDOW of_session AS (PARTITION BY workspace_id, website_id, session_hash),
      next_view AS (
        PARTITION BY workspace_id, website_id, session_hash ORDER BY ts, seq
        ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING))`;
}
