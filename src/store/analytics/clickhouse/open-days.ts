import type { Tenant } from '../analytics-engine.ts';
import { bind, type Sql, sql } from '../sql.ts';
import { coverAll, type DaySpan } from './day-span.ts';
import type { SettledPart } from './settled-parts.ts';
import type { Statements } from './statements.ts';

/** Which days of a tenant's websites are read from what is settled, and which from the records. */
export type TenantDays = Readonly<Record<SettledPart, PartDays>>;

export type PartDays = {
  /** Days that are not settled, or no longer. `all` where nothing is settled, or these would be too many to name. */
  open: readonly OpenDay[] | 'all';
  /** Unix milliseconds: the end of the last day that is settled. All days after it are open. */
  settledUntil: number;
  /** From the first to the last day with records. */
  recorded: DaySpan;
};

/** `day` is YYYY-MM-DD. */
export type OpenDay = { websiteId: string; day: string };

const mostOpenDays = 2_000;
const dayMs = 86_400_000;

/**
 * Rows of `workspace_id, website_id, part, day, revision, last_change, is_open`: every day with records, and whether
 * it is not settled as it stands. `mine` selects among rows of workspace_id, website_id. One grouping of both tables
 * takes half as long as joining them.
 */
export function buildDays(mine: Sql): Sql {
  return sql`(
    SELECT workspace_id, website_id, part, day, sum(changes) AS revision, max(changed_at) AS last_change,
      revision != argMax(settled_revision, settled_in) AS is_open
    FROM (
      SELECT workspace_id, website_id, part, day, changes, changed_at, 0 AS settled_revision, 0 AS settled_in
      FROM revisions WHERE ${mine}
      UNION ALL
      SELECT workspace_id, website_id, part, day, 0 AS changes, toDateTime(0, 'UTC') AS changed_at,
        revision AS settled_revision, build AS settled_in
      FROM settlements WHERE ${mine})
    GROUP BY workspace_id, website_id, part, day)`;
}

export async function findDays(
  { read }: Statements,
  { workspaceId, websiteIds }: Tenant,
  signal?: AbortSignal,
): Promise<TenantDays> {
  const mine = sql`workspace_id = ${bind.text(workspaceId)} AND website_id IN ${bind.texts(websiteIds)}`;
  const question = sql`
    SELECT website_id, part, arraySort(groupArrayIf(toString(day), is_open)) AS open,
      countIf(NOT is_open) AS settled, toString(maxIf(day, NOT is_open)) AS last_settled,
      toUInt16(min(day)) AS first_recorded, toUInt16(max(day)) AS last_recorded
    FROM ${buildDays(mine)}
    GROUP BY website_id, part
    ORDER BY website_id`;
  const { rows } = await read(question, signal);
  const found = rows.map((row) => ({
    part: row.part as SettledPart,
    open: (row.open as string[]).map((day) => ({ websiteId: String(row.website_id), day })),
    settledUntil: Number(row.settled) > 0 ? Date.parse(String(row.last_settled)) + dayMs : 0,
    recorded: { first: Number(row.first_recorded), last: Number(row.last_recorded) },
  }));
  const ofPart = (part: SettledPart): PartDays => {
    const websites = found.filter((each) => each.part === part);
    const open = websites.flatMap((each) => each.open);
    const settledUntil = Math.max(0, ...websites.map((each) => each.settledUntil));
    const recorded = coverAll(websites.map((each) => each.recorded));
    return settledUntil === 0 || open.length > mostOpenDays
      ? { open: 'all', settledUntil: 0, recorded }
      : { open, settledUntil, recorded };
  };
  return { traffic: ofPart('traffic'), credits: ofPart('credits') };
}
