/**
 * What a workspace configures for itself to run: goals, alerts, scheduled reports and share links. They are
 * stored and listed here; nothing here runs, sends or serves them.
 */
import { type SelectQueryBuilder, sql } from 'kysely';
import { isUuid } from '../contract/ids.ts';
import { type Page, type PageRequest, type Position, runPage } from '../store/control/page.ts';

export type AutomationPage = PageRequest & { websiteUuid?: string | undefined };

/** The query selects from one table and is already bound to its workspace; here it may be bound to a website too. */
export async function runAutomationPage<Schema, Table extends keyof Schema, Row extends Position, Item>(
  ofWorkspace: SelectQueryBuilder<Schema, Table, Row>,
  { websiteUuid, ...page }: AutomationPage,
  buildItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const query =
    websiteUuid === undefined
      ? ofWorkspace
      : ofWorkspace.where(sql<boolean>`website_id = ${parseWebsiteUuid(websiteUuid)}`);
  return await runPage(query, page, buildItem);
}

/** What no UUID can be selects no website: the nil UUID belongs to none. */
function parseWebsiteUuid(text: string): string {
  return isUuid(text) ? text.toLowerCase() : '00000000-0000-0000-0000-000000000000';
}
