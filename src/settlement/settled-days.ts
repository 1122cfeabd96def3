import { bind, type Sql, sql } from '../store/analytics/sql.ts';

/** A day of a website, in one of the two parts that are settled apart from each other. */
export type WebsiteDay = { workspaceId: string; websiteId: string; day: string };

/** Whether a row belongs to one of the days; in a form that the sort order of the tables can use. */
export function buildOnDays(days: readonly WebsiteDay[]): Sql {
  const each = days.map(({ workspaceId, websiteId, day }) => [workspaceId, websiteId, day] as const);
  return sql`(workspace_id, website_id, day) IN ${bind.websiteDays(each)}`;
}
