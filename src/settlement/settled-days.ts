import { bind, type Sql, sql } from '../store/analytics/sql.ts';

/** A day of a website, in one of the two parts that are settled apart from each other. */
export type WebsiteDay = { workspaceId: string; websiteId: string; day: string };

/** Whether a row belongs to one of the days; in a form that the sort order of the tables can use. */
export function buildOnDays(days: readonly WebsiteDay[]): Sql {
  const workspaces = bind.strings(days.map(({ workspaceId }) => workspaceId));
  const websites = bind.strings(days.map(({ websiteId }) => websiteId));
  const dates = bind.strings(days.map(({ day }) => day));
  return sql`(workspace_id, website_id, day) IN (
    SELECT each.1, each.2, toDate(each.3)
    FROM (SELECT arrayJoin(arrayZip(${workspaces}, ${websites}, ${dates})) AS each))`;
}
