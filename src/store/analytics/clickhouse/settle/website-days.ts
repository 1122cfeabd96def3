import { bind, joinSql, type Sql, sql } from '../../sql.ts';

/** `day` is YYYY-MM-DD. */
export type WebsiteDay = { workspaceId: string; websiteId: string; day: string };

/** The engine takes at most 128 KiB a parameter. */
const mostInParameter = 1_000;

/** Whether a row belongs to one of the days; in a form that the sort order of the tables can use. */
export function buildOnDays(days: readonly WebsiteDay[], day: Sql = sql`day`): Sql {
  const parts = Array.from({ length: Math.ceil(days.length / mostInParameter) }, (_, part) =>
    days.slice(part * mostInParameter, (part + 1) * mostInParameter),
  );
  const conditions = parts.map((part) => sql`(workspace_id, website_id, ${day}) IN ${zipDays(part)}`);
  return sql`(${joinSql(conditions, sql` OR `)})`;
}

function zipDays(days: readonly WebsiteDay[]): Sql {
  const workspaces = bind.texts(days.map(({ workspaceId }) => workspaceId));
  const websites = bind.texts(days.map(({ websiteId }) => websiteId));
  return sql`arrayZip(${workspaces}, ${websites}, ${bind.texts(days.map(({ day }) => day))})`;
}
