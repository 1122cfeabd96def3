import { bind, joinSql, type Sql, sql } from '../store/analytics/sql.ts';

/** A day of a website, in one of the two parts that are settled apart from each other. */
export type WebsiteDay = { workspaceId: string; websiteId: string; day: string };

/** The engine takes at most 128 KiB a parameter. */
const mostInParameter = 1_000;

/** Whether a row belongs to one of the days; in a form that the sort order of the tables can use. */
export function buildOnDays(days: readonly WebsiteDay[]): Sql {
  const each = days.map(({ workspaceId, websiteId, day }) => [workspaceId, websiteId, day] as const);
  const parts = Array.from({ length: Math.ceil(each.length / mostInParameter) }, (_, part) =>
    each.slice(part * mostInParameter, (part + 1) * mostInParameter),
  );
  const conditions = parts.map((part) => sql`(workspace_id, website_id, day) IN ${bind.websiteDays(part)}`);
  return sql`(${joinSql(conditions, sql` OR `)})`;
}
