import { millisOf } from '../dialect.ts';
import { type Sql, sql, whole } from '../sql.ts';
import { slotOf } from './slots.ts';

const longestGapMs = 1_800_000;

/**
 * What sessions viewed, by slot and path, from all their hits and leaves. The time on a page is what its leaves report;
 * where they report none, the time until the session's next pageview, bounded; a view with neither is not timed. A leave
 * names the view that it ends; views without a name (0) have no leaves. `previous` is the slot in which the session
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

/**
 * Every pageview with the time it was visible and the time until the next one. A window costs both engines several times
 * what a join with a sum costs, so only the next view is read through one.
 */
function selectViews(hits: Sql): Sql {
  const ofSession = (other: Sql) => sql`
    seen.workspace_id = ${other}.workspace_id AND seen.website_id = ${other}.website_id
    AND seen.session_hash = ${other}.session_hash`;
  return sql`(
    SELECT seen.workspace_id AS workspace_id, seen.website_id AS website_id, seen.session_hash AS session_hash, path, slot,
      has_next, gap_ms, coalesce(visible.visible_ms, 0) AS visible_ms,
      CASE WHEN session_pageviews = 1 AND session_customs = 0 THEN 1 ELSE 0 END AS bounced
    FROM (
      SELECT workspace_id, website_id, session_hash, path, view, ${slotOf(sql`ts`)} AS slot,
        count(*) OVER next_view AS has_next, ${millisOf(sql`min(ts) OVER next_view`)} - ${millisOf(sql`ts`)} AS gap_ms
      FROM ${hits} WHERE type = 'pageview'
      WINDOW next_view AS (
        PARTITION BY workspace_id, website_id, session_hash ORDER BY ts, seq
        ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING)) AS seen
    INNER JOIN (
      SELECT workspace_id, website_id, session_hash, count(*) FILTER (WHERE type = 'pageview') AS session_pageviews,
        count(*) FILTER (WHERE type = 'custom') AS session_customs
      FROM ${hits} GROUP BY workspace_id, website_id, session_hash) AS whole_session
    ON ${ofSession(sql`whole_session`)}
    LEFT JOIN (
      SELECT workspace_id, website_id, session_hash, view, sum(visible_ms) AS visible_ms
      FROM ${hits} WHERE type = 'leave' AND view != 0
      GROUP BY workspace_id, website_id, session_hash, view) AS visible
    ON ${ofSession(sql`visible`)} AND seen.view = visible.view)`;
}
