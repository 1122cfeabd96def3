import type { Choice, WebsiteOfTenant } from './analytics-engine.ts';
import { and, bind, type Sql, sql } from './sql.ts';

export function ofWebsite({ workspaceId, websiteId }: WebsiteOfTenant): Sql {
  return sql`workspace_id = ${bind.text(workspaceId)} AND website_id = ${bind.text(websiteId)}`;
}

/** Whether a record is one of those chosen for deletion; `nameColumn` is what its kind is named by. */
export function buildChosen(
  website: WebsiteOfTenant,
  { name, visitorId, span }: Choice,
  nameColumn: Sql,
): Sql {
  return and(
    ofWebsite(website),
    ...(name === undefined ? [] : [sql`${nameColumn} = ${bind.text(name)}`]),
    ...(visitorId === undefined ? [] : [sql`visitor_id = ${bind.text(visitorId)}`]),
    ...(span ? [sql`ts >= ${bind.instant(span.from)} AND ts < ${bind.instant(span.to)}`] : []),
  );
}
