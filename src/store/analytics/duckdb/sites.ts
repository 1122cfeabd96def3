/**
 * A website of a workspace has a number in the file. Comparing numbers takes a third of the time of comparing the two
 * ids, and every report does so for every visit of its range.
 */
import type { Row, Tenant } from '../analytics-engine.ts';
import { bind, type Sql, sql } from '../sql.ts';
import type { Transaction } from './transaction.ts';

/** Only for websites that have records. */
export type FindSites = (tenant: Tenant, signal?: AbortSignal) => Promise<readonly number[]>;

const neverAborted = new AbortController().signal;

/** A number never changes, so it is cached without expiry. */
export function createSiteCache(
  ask: (question: Sql, signal: AbortSignal) => Promise<{ rows: readonly Row[] }>,
): FindSites {
  const known = new Map<string, number>();
  const keyOf = (workspaceId: string, websiteId: string) => `${workspaceId} ${websiteId}`;
  const listKnown = ({ workspaceId, websiteIds }: Tenant) =>
    websiteIds.flatMap((websiteId) => known.get(keyOf(workspaceId, websiteId)) ?? []);
  return async (tenant, signal = neverAborted) => {
    if (listKnown(tenant).length === tenant.websiteIds.length) return listKnown(tenant);
    const { rows } = await ask(
      sql`SELECT website_id, site FROM sites WHERE workspace_id = ${bind.text(tenant.workspaceId)}`,
      signal,
    );
    for (const { website_id, site } of rows) {
      known.set(keyOf(tenant.workspaceId, String(website_id)), Number(site));
    }
    return listKnown(tenant);
  };
}

/** Gives numbers to the websites of these rows that have none yet. */
export async function numberSites({ run }: Transaction, rows: string): Promise<void> {
  await run(`
    INSERT INTO sites
    SELECT workspace_id, website_id, (SELECT coalesce(max(site), 0) FROM sites) + row_number() OVER ()
    FROM (SELECT DISTINCT workspace_id, website_id FROM (${rows})) AS named
    ANTI JOIN sites USING (workspace_id, website_id)`);
}

/** The rows of a definition with the number of their website. */
export function withSite(rows: Sql): Sql {
  return sql`SELECT site, numbered.* FROM (${rows}) AS numbered INNER JOIN sites USING (workspace_id, website_id)`;
}
