import { millisOf, packed, unpacked } from '../dialect.ts';
import { andMentioned, type Sql, sql } from '../sql.ts';
import { factNames } from '../tables.ts';
import { slotOf } from './slots.ts';

/** A leave or an automatic event is an activity of a session, but no traffic. */
export const isTraffic = sql`type IN ('pageview', 'custom')`;
const isView = sql`type = 'pageview'`;
const isCustom = sql`type = 'custom'`;

const facts = andMentioned(factNames);

/** What a session has of its first record. */
const ofFirstRecord = {
  began_at: 'ts',
  began_seq: 'seq',
  first_visitor: 'visitor_hash',
  ...Object.fromEntries(factNames.map((fact) => [fact, fact])),
};

/**
 * The visits of sessions, from all their hits, automatic events and leaves. A visit is what one visitor does in one session within one
 * slot. Its facts are those of the session's first record. What a session counts once (that it began, bounced, how long
 * it lasted) stands on the visit that holds its first record and is 0 on the others, so that all of it can be summed.
 */
export function selectVisits(hits: Sql): Sql {
  return sql`
    SELECT workspace_id, website_id, session_hash, visitor_hash, slot, pageviews, customs,
      CASE WHEN is_first THEN 1 ELSE 0 END AS began,
      CASE WHEN is_first AND session_pageviews = 1 AND session_customs = 0 THEN 1 ELSE 0 END AS bounced,
      CASE WHEN is_first THEN ${millisOf(sql`ended_at`)} - ${millisOf(sql`began_at`)} ELSE 0 END AS duration_ms,
      began_at, began_seq, session_pageviews, session_customs, entry_path, exit_path${facts}
    FROM (
      SELECT visit.workspace_id AS workspace_id, visit.website_id AS website_id, visit.session_hash AS session_hash,
        visitor_hash, slot, pageviews, customs, began_at, began_seq, ended_at, session_pageviews, session_customs,
        entry_path, exit_path${facts},
        visitor_hash = first_visitor AND slot = ${slotOf(sql`began_at`)} AS is_first
      FROM (
        SELECT workspace_id, website_id, session_hash, visitor_hash, ${slotOf(sql`ts`)} AS slot,
          count(*) FILTER (WHERE ${isView}) AS pageviews, count(*) FILTER (WHERE ${isCustom}) AS customs
        FROM ${hits} WHERE ${isTraffic}
        GROUP BY workspace_id, website_id, session_hash, visitor_hash, slot
      ) AS visit
      INNER JOIN ${buildSessions(hits)} AS session
      ON visit.workspace_id = session.workspace_id AND visit.website_id = session.website_id
        AND visit.session_hash = session.session_hash) AS placed`;
}

/** Facts of a session from its first record, and figures from all of its records. */
function buildSessions(hits: Sql): Sql {
  return sql`(
    SELECT workspace_id, website_id, session_hash, ended_at, session_pageviews, session_customs, entry_path, exit_path,
      ${unpacked(sql`first_record`, ofFirstRecord)}
    FROM (
      SELECT workspace_id, website_id, session_hash, max(ts) AS ended_at,
        count(*) FILTER (WHERE ${isView}) AS session_pageviews, count(*) FILTER (WHERE ${isCustom}) AS session_customs,
        coalesce(argMin(path, (ts, seq)) FILTER (WHERE ${isView}), '') AS entry_path,
        coalesce(argMax(path, (ts, seq)) FILTER (WHERE ${isView}), '') AS exit_path,
        argMin(${packed(ofFirstRecord)}, (ts, seq)) FILTER (WHERE ${isTraffic}) AS first_record
      FROM ${hits} GROUP BY workspace_id, website_id, session_hash) AS whole_session)`;
}
