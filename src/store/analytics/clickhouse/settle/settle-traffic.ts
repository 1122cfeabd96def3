import { selectPages } from '../../definitions/pages.ts';
import { slotMs } from '../../definitions/slots.ts';
import { selectVisits } from '../../definitions/visits.ts';
import { type Bound, bind, identifiers, type Sql, sql, whole } from '../../sql.ts';
import { factNames } from '../../tables.ts';
import { definingColumns, pageColumns, visitColumns } from '../columns.ts';
import type { Statements } from '../statements.ts';
import { buildOnDays, type WebsiteDay } from './website-days.ts';

/**
 * Derives visits and pages of the days. Sessions with records on a single day are settled; records of all other
 * sessions are copied to `stray_hits`, which reports read like the records of an open day.
 */
export async function settleTraffic(
  { derive }: Statements,
  days: readonly WebsiteDay[],
  build: number,
): Promise<void> {
  const run: Run = { onDays: buildOnDays(days), build: bind.integer(build) };
  const hits = buildWholeHits(run);
  await derive(sql`
    INSERT INTO settled_visits (${visitColumns}, day, build)
    SELECT ${visitColumns}, ${dayOfSlot}, ${run.build} FROM (${selectVisits(hits)})`);
  await derive(sql`
    INSERT INTO settled_pages (${pageColumns}, day, build)
    SELECT ${pageColumns}, ${dayOfSlot}, ${run.build} FROM (${selectPages(hits)})`);
  await derive(buildStrays(run));
}

type Run = { onDays: Sql; build: Bound };

const dayOfSlot = sql`toDate(intDiv(slot, ${whole(86_400_000 / slotMs)}))`;

/** Sessions of the days that have records on several days, with the first and the last of those. */
function buildLongSessions({ onDays }: Run): Sql {
  return sql`(
    SELECT session_key, min(day) AS first_day, max(day) AS last_day
    FROM session_days WHERE session_key IN (SELECT session_key FROM hits WHERE ${onDays})
    GROUP BY session_key HAVING first_day < last_day)`;
}

/** In brackets, because a cluster does not support nested IN subqueries on the same table. */
function buildWholeHits(run: Run): Sql {
  return sql`(
    SELECT * FROM (SELECT ${definingColumns}, session_key FROM hits WHERE ${run.onDays})
    WHERE session_key NOT IN (SELECT session_key FROM ${buildLongSessions(run)}))`;
}

function buildStrays(run: Run): Sql {
  return sql`
    INSERT INTO stray_hits (${strayColumns}, build, first_day, last_day)
    SELECT ${strayColumns}, ${run.build}, first_day, last_day
    FROM (SELECT ${strayColumns}, session_key FROM hits WHERE ${run.onDays}) AS hit
    INNER JOIN ${buildLongSessions(run)} AS stray USING (session_key)`;
}

const strayColumns = identifiers([
  'workspace_id',
  'website_id',
  'ts',
  'day',
  'seq',
  'visitor_id',
  'visitor_hash',
  'type',
  'session_id',
  'session_hash',
  'path',
  ...factNames,
  'view',
  'visible_ms',
]);
