/**
 * Pages added up by day in UTC: what was viewed in a range is then a sum over few rows, however many sessions there
 * were. A session that views a path on several days counts once in a range: on the row whose previous view lies before
 * the range.
 */
import { slotFrom } from '../definitions/slots.ts';
import type { Span } from '../relations.ts';
import { identifier, identifiers, joinSql, type Sql, sql, unionAll, whole } from '../sql.ts';

export const slotsADay = 96;

const keys = ['site', 'workspace_id', 'website_id', 'day', 'path', 'previous'];
const sums = ['views', 'sessions', 'bounced', 'timed_views', 'spent_ms'];

/** Of the rows that a session has for a path on a day, the first one counts the session. */
export function selectPageDays(pages: Sql): Sql {
  const isFirst = sql`previous < slot // ${whole(slotsADay)} * ${whole(slotsADay)}`;
  return sql`
    SELECT ${identifiers(keys)}, sum(views) AS views, sum(sessions) AS sessions, sum(bounced) AS bounced,
      sum(timed_views) AS timed_views, sum(spent_ms) AS spent_ms
    FROM (
      SELECT * REPLACE (CASE WHEN ${isFirst} THEN previous ELSE -1 END AS previous),
        slot // ${whole(slotsADay)} AS day, CASE WHEN ${isFirst} THEN 1 ELSE 0 END AS sessions
      FROM ${pages}) AS page
    GROUP BY ${identifiers(keys)}`;
}

/** Both included. */
export type SlotSpan = { first: number; last: number };

/** What `after` counts more than `before`, as the sums of a change. */
export function subtractPageDays(after: Sql, before: Sql): Sql {
  const differences = joinSql(
    sums.map((sum) => sql`sum(sign * ${identifier(sum)}) AS ${identifier(sum)}`),
    sql`, `,
  );
  return sql`
    SELECT ${identifiers(keys)}, ${differences}
    FROM (SELECT 1 AS sign, * FROM (${after}) UNION ALL BY NAME SELECT -1 AS sign, * FROM (${before}))
    GROUP BY ${identifiers(keys)}`;
}

/** Adds sums to those that are there: all of them within these slots. */
export function mergePageDays(change: Sql, { first, last }: SlotSpan): Sql {
  const dayOf = (slot: number) => whole(Math.floor(slot / slotsADay));
  const same = joinSql(
    [
      // Leaves out the other days of the table before they are read.
      sql`page_days.day BETWEEN ${dayOf(first)} AND ${dayOf(last)}`,
      ...keys.map((key) => sql`page_days.${identifier(key)} = change.${identifier(key)}`),
    ],
    sql` AND `,
  );
  const added = joinSql(
    sums.map((sum) => sql`${identifier(sum)} = page_days.${identifier(sum)} + change.${identifier(sum)}`),
    sql`, `,
  );
  return sql`
    MERGE INTO page_days USING (${change}) AS change ON ${same}
    WHEN MATCHED THEN UPDATE SET ${added}
    WHEN NOT MATCHED THEN INSERT BY NAME`;
}

/** Whole days come from the sums, the rest of the first and the last day from the pages of sessions. */
export function buildPageTotals(mine: Sql, { from, to }: Required<Span>): Sql {
  const [first, end] = [Math.max(0, slotFrom(from)), Math.max(0, slotFrom(to))];
  const firstDay = Math.ceil(first / slotsADay);
  const endDay = Math.max(firstDay, Math.floor(end / slotsADay));
  const isWhole = first % slotsADay === 0 && end % slotsADay === 0;
  const shown = sql`path, views, bounced, timed_views, spent_ms`;
  const ofDays = sql`
    SELECT ${shown}, CASE WHEN previous < ${whole(first)} THEN sessions ELSE 0 END AS sessions
    FROM page_days WHERE ${mine} AND day >= ${whole(firstDay)} AND day < ${whole(endDay)}`;
  const ofSlots = sql`
    SELECT ${shown}, CASE WHEN previous < ${whole(first)} THEN 1 ELSE 0 END AS sessions
    FROM pages WHERE ${mine} AND slot >= ${whole(first)} AND slot < ${whole(end)}
      AND NOT (slot >= ${whole(firstDay * slotsADay)} AND slot < ${whole(endDay * slotsADay)})`;
  return sql`(${isWhole ? ofDays : unionAll([ofDays, sql`SELECT * FROM (${ofSlots})`])})`;
}
