import { bind, sql } from '../../sql.ts';
import { buildDays } from '../open-days.ts';
import type { SettledPart } from '../settled-parts.ts';
import type { Statements } from '../statements.ts';
import type { WebsiteDay } from './website-days.ts';

export type DueDay = WebsiteDay & { part: SettledPart; revision: number };

/** Records settled by one statement: bounds its memory. */
const mostRecords = 400_000;
const mostDays = 10_000;

const everyWebsite = sql`1`;

/**
 * Days that are over and not settled in their present revision, oldest first; traffic before the credits that depend on
 * it.
 */
export async function findDueDays(
  { read }: Statements,
  now: number,
  quietSeconds: number,
): Promise<DueDay[]> {
  const { rows } = await read(sql`
    SELECT workspace_id, website_id, part, toString(day) AS date, revision
    FROM ${buildDays(everyWebsite)}
    WHERE is_open AND day < toDate(${bind.instant(now)}) AND last_change <= now() - ${bind.integer(quietSeconds)}
    ORDER BY part, day, workspace_id, website_id`);
  return rows.map((row) => ({
    workspaceId: String(row.workspace_id),
    websiteId: String(row.website_id),
    day: String(row.date),
    part: row.part as SettledPart,
    revision: Number(row.revision),
  }));
}

/** In chunks of one part, of about as many records as one statement takes. */
export function splitDays(days: readonly DueDay[]): DueDay[][] {
  const chunks: DueDay[][] = [];
  let records = 0;
  for (const day of days) {
    const [chunk, before] = [chunks.at(-1), chunks.at(-1)?.at(-1)];
    records += day.revision;
    if (chunk && before?.part === day.part && records <= mostRecords && chunk.length < mostDays) {
      chunk.push(day);
    } else {
      chunks.push([day]);
      records = day.revision;
    }
  }
  return chunks;
}
