import { millisOf } from '../dialect.ts';
import { identifier, identifiers, joinSql, type Sql, sql, whole } from '../sql.ts';
import { slotOf } from './slots.ts';

const longestGapMs = 1_800_000;

const session = ['session_hash', 'workspace_id', 'website_id'] as const;

/** Whether the row in the frame of this window is of the same session, and has the same of what else is named. */
function isSame(window: Sql, ...others: readonly string[]): Sql {
  const names = identifiers([...session, ...others]);
  const inFrame = joinSql(
    [...session, ...others].map((name) => sql`min(${identifier(name)}) OVER ${window}`),
    sql`, `,
  );
  return sql`(${inFrame}) = (${names})`;
}

/**
 * What sessions viewed, by slot and path, from all their hits and leaves. The time on a page is what its leaves report;
 * where they report none, the time until the session's next pageview, bounded; a view with neither is not timed. A leave
 * names the view that it ends; views without a name (0) have no leaves. `previous` is the slot in which the session
 * viewed the path before, or -1: sessions of a range are those rows whose previous lies before it.
 *
 * The windows here order all rows instead of partitioning them: partitions cost the embedded engine several times as
 * much, however few the rows are. So do windows instead of a join with a sum.
 */
export function selectPages(hits: Sql): Sql {
  return sql`
    SELECT *, CASE WHEN ${isSame(sql`before`, 'path')} THEN max(slot) OVER before ELSE -1 END AS previous
    FROM (
      SELECT workspace_id, website_id, session_hash, slot, path, count(*) AS views, max(bounced) AS bounced,
        count(*) FILTER (WHERE visible_ms > 0 OR has_next) AS timed_views,
        sum(CASE WHEN visible_ms > 0 THEN visible_ms WHEN has_next THEN least(gap_ms, ${whole(longestGapMs)}) ELSE 0 END)
          AS spent_ms
      FROM ${selectViews(hits)} AS viewed
      GROUP BY workspace_id, website_id, session_hash, slot, path) AS page
    WINDOW before AS (
      ORDER BY session_hash, workspace_id, website_id, path, slot ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)`;
}

/** Every pageview with the time it was visible and the time until the next one. */
function selectViews(hits: Sql): Sql {
  const ofSession = (other: Sql) =>
    joinSql(
      session.map((key) => sql`seen.${identifier(key)} = ${other}.${identifier(key)}`),
      sql` AND `,
    );
  return sql`(
    SELECT seen.workspace_id AS workspace_id, seen.website_id AS website_id, seen.session_hash AS session_hash, path, slot,
      has_next, gap_ms, coalesce(visible.visible_ms, 0) AS visible_ms,
      CASE WHEN session_pageviews = 1 AND session_customs = 0 THEN 1 ELSE 0 END AS bounced
    FROM (
      SELECT workspace_id, website_id, session_hash, path, view, ${slotOf(sql`ts`)} AS slot,
        coalesce(${isSame(sql`next_view`)}, false) AS has_next,
        ${millisOf(sql`min(ts) OVER next_view`)} - ${millisOf(sql`ts`)} AS gap_ms
      FROM ${hits} WHERE type = 'pageview'
      WINDOW next_view AS (
        ORDER BY session_hash, workspace_id, website_id, ts, seq ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING)) AS seen
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
