/**
 * Ranges that end within a slot, such as today until this minute. Derived rows are stored by slot, so the last slot is
 * corrected by its records before the end.
 */
import { slotMs } from './definitions/slots.ts';
import { DerivedOnce, type Sql, sql } from './sql.ts';

/** Unix milliseconds, `to` excluded. */
type Ends = { from: number; to: number };

/** What engines store by slot, and the records. */
type SlotSources = { visits(ends: Ends): Sql; pages(ends: Ends): Sql; hits(ends: Ends): Sql };

/** The whole slots of the range, the slot in which it ends, and the part of that slot that lies in the range. */
export type Cut = { whole: Ends; slot: Ends; rest: Ends };

export function findCut({ from, to }: Ends): Cut | undefined {
  const start = Math.floor(to / slotMs) * slotMs;
  if (start === to || to <= from) return undefined;
  return {
    whole: { from, to: Math.max(from, start) },
    slot: { from: start, to: start + slotMs },
    rest: { from: start, to },
  };
}

/** What a session counts once stands on the visit with its first record, whatever comes after the end. */
export function buildCutVisits({ visits, hits }: SlotSources, { whole, slot, rest }: Cut): Sql {
  // Few rows, which most reports name twice.
  const ofLastSlot = new DerivedOnce(sql`
    SELECT visit.* REPLACE (part.part_pageviews AS pageviews, part.part_customs AS customs)
    FROM ${visits(slot)} AS visit
    INNER JOIN (
      SELECT website_id AS part_website, session_hash AS part_session, visitor_hash AS part_visitor,
        count(*) FILTER (WHERE type = 'pageview') AS part_pageviews, count(*) FILTER (WHERE type = 'custom') AS part_customs
      FROM ${hits(rest)} AS hit WHERE type IN ('pageview', 'custom')
      GROUP BY website_id, session_hash, visitor_hash) AS part
    ON visit.website_id = part.part_website AND visit.session_hash = part.part_session
      AND visit.visitor_hash = part.part_visitor`);
  return sql`(
    SELECT * FROM ${visits(whole)} AS whole_visit
    UNION ALL
    SELECT * FROM ${ofLastSlot} AS last_visit)`;
}

/** Pages of the last slot, with their columns. The time of views is known only for the whole slot. */
export function buildCutPages({ pages, hits }: SlotSources, { slot, rest }: Cut): Sql {
  const isWhole = sql`part.part_views = page.views`;
  return sql`(
    SELECT page.session_hash AS session_hash, page.path AS path, page.previous AS previous, part.part_views AS views,
      page.bounced AS bounced, CASE WHEN ${isWhole} THEN page.timed_views ELSE 0 END AS timed_views,
      CASE WHEN ${isWhole} THEN page.spent_ms ELSE 0 END AS spent_ms
    FROM ${pages(slot)} AS page
    INNER JOIN (
      SELECT website_id AS part_website, session_hash AS part_session, path AS part_path, count(*) AS part_views
      FROM ${hits(rest)} AS hit WHERE type = 'pageview'
      GROUP BY website_id, session_hash, path) AS part
    ON page.website_id = part.part_website AND page.session_hash = part.part_session AND page.path = part.part_path)`;
}
