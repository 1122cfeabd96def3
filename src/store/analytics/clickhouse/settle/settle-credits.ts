import { selectCredits } from '../../definitions/credits.ts';
import { selectVisits } from '../../definitions/visits.ts';
import { bind, type Sql, sql } from '../../sql.ts';
import { conversionColumns, creditColumns, definingColumns, paymentColumns } from '../columns.ts';
import type { Statements } from '../statements.ts';
import { buildOnDays, type WebsiteDay } from './website-days.ts';

/** Derives the credits of the goals and payments of the days. The session of each is looked up in all history. */
export async function settleCredits(
  { derive }: Statements,
  days: readonly WebsiteDay[],
  build: number,
): Promise<void> {
  const onDays = buildOnDays(days);
  const goals = sql`(SELECT ${conversionColumns} FROM conversions WHERE ${onDays} AND session_id = '')`;
  const paying = sql`SELECT workspace_id, website_id, visitor_hash FROM payments WHERE ${onDays}`;
  const credited = sql`(SELECT workspace_id, website_id, visitor_hash FROM ${goals} UNION ALL ${paying})`;
  const credits = selectCredits({
    conversions: goals,
    payments: sql`(
      SELECT * FROM (SELECT ${paymentColumns} FROM payments)
      WHERE (workspace_id, website_id, visitor_hash) IN (${paying}))`,
    visits: sql`(${selectVisits(buildHitsOf(credited))})`,
  });
  // Whether a payment is the first depends on all payments of the visitor, so those of other days are removed last.
  await derive(sql`
    INSERT INTO settled_credits (${creditColumns}, day, build)
    SELECT ${creditColumns}, toDate(ts), ${bind.integer(build)} FROM (${credits})
    WHERE ${buildOnDays(days, sql`toDate(ts)`)}`);
}

/** All hits and leaves of the sessions that any of the visitors takes part in. */
function buildHitsOf(visitors: Sql): Sql {
  const hits = sql`(SELECT ${definingColumns} FROM hits)`;
  return sql`(
    SELECT * FROM ${hits} WHERE (workspace_id, website_id, session_hash) IN (
      SELECT workspace_id, website_id, session_hash FROM ${hits}
      WHERE (workspace_id, website_id, visitor_hash) IN ${visitors}))`;
}
