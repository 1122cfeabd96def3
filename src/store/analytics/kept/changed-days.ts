import { countedTables } from '../schema/settled-tables.ts';
import type { SettledPart, TableName, TableRows } from '../tables.ts';

export type ChangedDay = WebsiteDay & { part: SettledPart };

type WebsiteDay = { workspaceId: string; websiteId: string; day: string };
type Row = TableRows[TableName];

/** How the JSON text of a row begins. To parse the whole text would take five times as long. */
const beginning = /^\{"workspace_id":"([^"\\]*)","website_id":"([^"\\]*)","ts":"(\d{4}-\d\d-\d\d) /;
const emptySession = '"session_id":""';

/** The days whose revision an insert of the rows changes, each once; undefined where a row does not tell. */
export function findChangedDays(
  table: TableName,
  rows: readonly (Row | string)[],
): readonly ChangedDay[] | undefined {
  const part = countedTables.find((counted) => counted.table === table)?.part;
  if (!part) return [];
  const days = new Map<string, ChangedDay>();
  for (const row of rows) {
    if (table === 'conversions' && hasSession(row)) continue;
    const found = findDay(row);
    if (!found) return undefined;
    days.set(`${found.workspaceId} ${found.websiteId} ${found.day}`, { ...found, part });
  }
  return [...days.values()];
}

function findDay(row: Row | string): WebsiteDay | undefined {
  if (typeof row !== 'string') {
    return { workspaceId: row.workspace_id, websiteId: row.website_id, day: row.ts.slice(0, 10) };
  }
  const [, workspaceId, websiteId, day] = beginning.exec(row) ?? [];
  if (workspaceId === undefined || websiteId === undefined || day === undefined) return undefined;
  return { workspaceId, websiteId, day };
}

/** A conversion with a session of its own is not looked up, and changes no revision. */
function hasSession(row: Row | string): boolean {
  if (typeof row === 'string') return !row.includes(emptySession);
  return 'session_id' in row && row.session_id !== '';
}
