import type { Analytics } from '../store/analytics/open-analytics.ts';
import { type Bound, bind, identifiers, type Sql, sql, stored, whole } from '../store/analytics/sql.ts';
import { factNames, hitColumns } from '../store/analytics/tables.ts';
import { buildOnDays, type WebsiteDay } from './settled-days.ts';

const longestGapMs = 1_800_000;
const facts = identifiers(factNames);
const isTraffic = sql`type != 'leave'`;

/**
 * Works out what happened on the days for good. A session that has records on no other day and of no other visitor
 * becomes one row of `settled_sessions`, and a part of the sums in `settled_pages`; the records of all others are
 * copied to `stray_hits`, where reports look at them as they do at those of a day that is not settled.
 */
export async function settleTraffic(
  analytics: Analytics,
  days: readonly WebsiteDay[],
  build: number,
): Promise<void> {
  const onDays = buildOnDays(days);
  const run: Run = { onDays, build: bind.integer(build) };
  await analytics.derive(buildSorted(run));
  await analytics.derive(buildSessions(run));
  await analytics.derive(buildPages(run));
  await analytics.derive(buildDays(run));
  await analytics.derive(buildStrays(run));
  await analytics.run(sql`ALTER TABLE ${stored('sorted_sessions')} DROP PARTITION ${whole(build)}`);
}

type Run = { onDays: Sql; build: Bound };

/**
 * Which sessions of the days are whole, having one day and one visitor. Which of two sessions of a person that began in
 * the same moment is the later one is told by their ids, which are not settled, and whose they are may change: so of
 * sessions that began together none is whole. Written down, for three statements ask.
 */
function buildSorted({ onDays, build }: Run): Sql {
  return sql`
    INSERT INTO sorted_sessions (build, own_session, is_whole, first_day, last_day)
    SELECT ${build}, own_session,
      visitors = 1 AND days = 1 AND count() OVER (PARTITION BY workspace_id, website_id, began_at) = 1,
      first_day, last_day
    FROM (
      SELECT workspace_id, website_id, own_session, session_key, minIf(ts, ${isTraffic}) AS began_at,
        uniqExactIf(visitor_hash, ${isTraffic}) AS visitors
      FROM hits WHERE ${onDays} GROUP BY workspace_id, website_id, own_session, session_key
    ) AS session
    LEFT JOIN (
      SELECT session_key, uniqExact(day) AS days, min(day) AS first_day, max(day) AS last_day
      FROM session_days WHERE session_key IN (SELECT session_key FROM hits WHERE ${onDays})
      GROUP BY session_key
    ) AS extent USING (session_key)`;
}

/** The first record of each session that is whole: what it tells counts for all of it. */
function buildFirsts({ onDays, build }: Run): Sql {
  return sql`(
    SELECT workspace_id, website_id, day, own_session, ts AS first_at, visitor_hash, ${facts}
    FROM hits WHERE ${onDays} AND ${isTraffic} 
      AND own_session IN (SELECT own_session FROM sorted_sessions WHERE build = ${build} AND is_whole)
    ORDER BY workspace_id, website_id, day, session_hash, ts, seq
    LIMIT 1 BY own_session)`;
}

/**
 * Views are first joined with the leaves that name them; those without a name (view 0) stand each for itself. Then
 * each view has the time it was visible, or else until the next one, and last the views of one path are added up.
 */
function buildSessions(run: Run): Sql {
  const { onDays, build } = run;
  return sql`
    INSERT INTO settled_sessions (workspace_id, website_id, day, build, bucket, visitor_hash, began_at, duration_ms,
      pageviews, customs, paths, path_views, path_spent_ms, path_timed, exit_place, ${facts})
    SELECT workspace_id, website_id, day, ${build}, bitShiftRight(visitor_hash, 60), visitor_hash,
      first_at, toUnixTimestamp64Milli(last_at) - toUnixTimestamp64Milli(first_at), length(views), customs,
      arrayDistinct(arrayMap(view -> view.1, views)) AS distinct_paths,
      arrayMap(path -> countEqual(arrayMap(view -> view.1, views), path), distinct_paths),
      arrayMap(path -> arraySum(view -> if(view.1 = path, view.2, 0), views), distinct_paths),
      arrayMap(path -> arrayCount(view -> view.1 = path AND view.3, views), distinct_paths),
      indexOf(distinct_paths, views[-1].1), ${facts}
    FROM ${buildFirsts(run)} AS first
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

function buildPages({ onDays, build }: Run): Sql {
  return sql`
    INSERT INTO settled_pages (workspace_id, website_id, day, build, path, views, sessions, bounces, spent_ms, timed)
    SELECT workspace_id, website_id, day, ${build}, path, sum(each_views), count(), countIf(pageviews = 1 AND customs = 0), sum(each_spent_ms),
      sum(each_timed)
    FROM settled_sessions
    ARRAY JOIN paths AS path, path_views AS each_views, path_spent_ms AS each_spent_ms, path_timed AS each_timed
    WHERE ${onDays} AND build = ${build}
    GROUP BY workspace_id, website_id, day, path`;
}

/** How many came on a day, in whatever session. */
function buildDays({ onDays, build }: Run): Sql {
  return sql`
    INSERT INTO settled_days (workspace_id, website_id, day, build, visitors)
    SELECT workspace_id, website_id, day, ${build}, uniqExact(visitor_hash)
    FROM hits WHERE ${onDays} AND ${isTraffic}
    GROUP BY workspace_id, website_id, day`;
}

function buildStrays({ onDays, build }: Run): Sql {
  return sql`
    INSERT INTO stray_hits (${strayColumns}, build, first_day, last_day)
    SELECT ${strayColumns}, ${build}, first_day, last_day
    FROM (SELECT *, own_session FROM hits WHERE ${onDays}) AS hit
    INNER JOIN (
      SELECT own_session, min(first_day) AS first_day, max(last_day) AS last_day
      FROM sorted_sessions WHERE build = ${build} AND NOT is_whole GROUP BY own_session
    ) AS stray USING (own_session)`;
}

const strayColumns = identifiers(['workspace_id', ...hitColumns]);
