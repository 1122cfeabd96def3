import type { Analytics } from '../store/analytics/open-analytics.ts';
import { type Bound, identifier, joinSql, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { factNames, hitColumns } from '../store/analytics/tables.ts';
import { buildOnDays, type WebsiteDay } from './settled-days.ts';

const longestGapMs = 1_800_000;
const facts = joinSql(
  factNames.map((name) => identifier(name)),
  sql`, `,
);
const isTraffic = sql`type != 'leave'`;

/**
 * Works out what happened on the days for good. A session that has records on no other day and of no other visitor
 * becomes one row of `settled_sessions`, and a part of the sums in `settled_pages`; the records of all others are
 * copied to `stray_hits`, where reports look at them as they do at those of a day that is not settled.
 */
export async function settleTraffic(
  analytics: Analytics,
  days: readonly WebsiteDay[],
  build: Bound,
): Promise<void> {
  const onDays = buildOnDays(days);
  await analytics.derive(buildSessions(onDays, build));
  await analytics.derive(buildPages(onDays, build));
  await analytics.derive(buildStrays(onDays, build));
}

/** The sessions that cannot be settled by looking at one day and one visitor. */
function buildStraySessions(onDays: Sql): Sql {
  return sql`(
    SELECT own_session FROM hits WHERE ${onDays}
    GROUP BY own_session HAVING uniqExactIf(visitor_hash, ${isTraffic}) != 1
    UNION ALL
    SELECT own_session FROM hits WHERE ${onDays} AND session_key IN ${buildSeveralDays(onDays)})`;
}

function buildSeveralDays(onDays: Sql): Sql {
  return sql`(
    SELECT session_key FROM session_days WHERE session_key IN (SELECT session_key FROM hits WHERE ${onDays})
    GROUP BY session_key HAVING uniqExact(day) > 1)`;
}

/** The first record of each session that is no stray: what it tells counts for the whole session. */
function buildFirsts(onDays: Sql): Sql {
  return sql`(
    SELECT workspace_id, website_id, day, own_session, ts AS first_at, visitor_hash, ${facts}
    FROM hits WHERE ${onDays} AND ${isTraffic} AND own_session NOT IN ${buildStraySessions(onDays)}
    ORDER BY workspace_id, website_id, day, session_hash, ts, seq
    LIMIT 1 BY own_session)`;
}

/**
 * Views are first joined with the leaves that name them; those without a name (view 0) stand each for itself. Then
 * each view has the time it was visible, or else until the next one, and last the views of one path are added up.
 */
function buildSessions(onDays: Sql, build: Bound): Sql {
  return sql`
    INSERT INTO settled_sessions (workspace_id, website_id, day, build, bucket, visitor_hash, began_at, duration_ms,
      pageviews, customs, bounced, paths, path_views, path_spent_ms, path_timed, ${facts})
    SELECT workspace_id, website_id, day, ${build}, bitShiftRight(visitor_hash, 60), visitor_hash,
      toDateTime(first_at), toUnixTimestamp64Milli(last_at) - toUnixTimestamp64Milli(first_at), length(views),
      customs, length(views) = 1 AND customs = 0,
      arrayDistinct(arrayMap(view -> view.1, views)) AS distinct_paths,
      arrayMap(path -> countEqual(arrayMap(view -> view.1, views), path), distinct_paths),
      arrayMap(path -> arraySum(view -> if(view.1 = path, view.2, 0), views), distinct_paths),
      arrayMap(path -> arrayCount(view -> view.1 = path AND view.3, views), distinct_paths),
      ${facts}
    FROM ${buildFirsts(onDays)} AS first
    INNER JOIN (
      SELECT own_session, last_at, customs,
        arrayMap((each, next) -> (
            each.3,
            toUInt64(if(each.4 > 0, each.4, if(next.3 = '', 0,
              least(toUnixTimestamp64Milli(next.1) - toUnixTimestamp64Milli(each.1), ${whole(longestGapMs)})))),
            each.4 > 0 OR next.3 != ''),
          ordered, arrayShiftLeft(ordered, 1)) AS views
      FROM (
        SELECT own_session, max(ended_at) AS last_at, sum(custom_hits) AS customs,
          arraySort(groupArrayArray(arrayMap(each -> (each.1, each.2, each.3, visible), named))) AS ordered
        FROM (
          SELECT own_session, if(view = 0, seq, view) AS view_name, max(ts) AS ended_at,
            countIf(type = 'custom') AS custom_hits, groupArrayIf((ts, seq, path), type = 'pageview') AS named,
            sumIf(visible_ms, type = 'leave') AS visible
          FROM hits WHERE ${onDays} GROUP BY own_session, view_name)
        GROUP BY own_session)
    ) AS measured USING (own_session)`;
}

function buildPages(onDays: Sql, build: Bound): Sql {
  return sql`
    INSERT INTO settled_pages (workspace_id, website_id, day, build, path, views, sessions, bounces, spent_ms, timed)
    SELECT workspace_id, website_id, day, ${build}, path, sum(each_views), count(), sum(bounced), sum(each_spent_ms),
      sum(each_timed)
    FROM settled_sessions
    ARRAY JOIN paths AS path, path_views AS each_views, path_spent_ms AS each_spent_ms, path_timed AS each_timed
    WHERE ${onDays} AND build = ${build}
    GROUP BY workspace_id, website_id, day, path`;
}

function buildStrays(onDays: Sql, build: Bound): Sql {
  return sql`
    INSERT INTO stray_hits (${strayColumns}, build, first_day, last_day)
    SELECT ${strayColumns}, ${build}, extent.1, extent.2
    FROM hits AS hit
    LEFT JOIN (
      SELECT session_key, (min(day), max(day)) AS extent
      FROM session_days WHERE session_key IN (SELECT session_key FROM hits WHERE ${onDays})
      GROUP BY session_key
    ) AS days USING (session_key)
    WHERE ${onDays} AND own_session IN ${buildStraySessions(onDays)}`;
}

const strayColumns = joinSql(
  ['workspace_id', ...hitColumns].map((name) => identifier(name)),
  sql`, `,
);
