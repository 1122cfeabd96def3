import type { Analytics } from '../store/analytics/open-analytics.ts';
import { bind, identifiers, joinSql, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { factNames } from '../store/analytics/tables.ts';
import { buildOnDays, type WebsiteDay } from './settled-days.ts';

const facts = identifiers(factNames);
const factsOfFirst = joinSql(
  factNames.map((_, index) => sql`session.first.${whole(index + 4)}`),
  sql`, `,
);

/**
 * Gives the goals and payments of the days the facts of the visitor's last session that began at or before them,
 * wherever that lies. Of sessions that began together the one with the greater id is the last.
 */
export async function settleCredits(
  analytics: Analytics,
  days: readonly WebsiteDay[],
  build: number,
): Promise<void> {
  const onDays = buildOnDays(days);
  const credits = sql`(
    SELECT workspace_id, website_id, day, visitor_hash, ts, 1 AS conversions, toDecimal128(0, 6) AS revenue
    FROM conversions WHERE session_id = '' AND ${onDays}
    UNION ALL
    SELECT workspace_id, website_id, day, visitor_hash, ts, 0, amount FROM payments WHERE ${onDays})`;
  await analytics.derive(sql`
    INSERT INTO settled_credits (workspace_id, website_id, day, build, visitor_hash, conversions, revenue, ${facts})
    SELECT credit.workspace_id, credit.website_id, credit.day, ${bind.integer(build)}, credit.visitor_hash,
      credit.conversions, credit.revenue, ${factsOfFirst}
    FROM ${credits} AS credit
    ASOF LEFT JOIN ${buildSessionsOf(credits)} AS session
    ON credit.workspace_id = session.workspace_id AND credit.website_id = session.website_id
      AND credit.visitor_hash = session.visitor AND credit.ts >= session.began_at`);
}

/** In brackets, because a cluster does not understand several IN on one table, each within the other. */
const hits = sql`(SELECT * FROM hits WHERE type != 'leave')`;

function buildSessionsOf(credits: Sql): Sql {
  const theirs = sql`(workspace_id, website_id, visitor_hash) IN (
    SELECT workspace_id, website_id, visitor_hash FROM ${credits})`;
  return sql`(
    SELECT workspace_id, website_id, first, first.1 AS began_at, arrayJoin(visitors) AS visitor
    FROM (
      SELECT workspace_id, website_id, min((ts, seq, session_id, ${facts})) AS first,
        groupUniqArray(visitor_hash) AS visitors
      FROM ${hits} WHERE (workspace_id, website_id, session_hash) IN (
        SELECT workspace_id, website_id, session_hash FROM ${hits} WHERE ${theirs})
      GROUP BY workspace_id, website_id, session_hash)
    ORDER BY first.3 DESC
    LIMIT 1 BY workspace_id, website_id, visitor, began_at)`;
}
