import type { Claims } from '../ingest/claims.ts';
import type { AnalyticsEngine } from '../store/analytics/analytics-engine.ts';
import { tableNames } from '../store/analytics/tables.ts';
import type { Rows } from './build-rows.ts';

/** One batch; a name that is known changes nothing. */
export async function insertRows(
  rows: Rows,
  name: string,
  analytics: Pick<AnalyticsEngine, 'store'>,
  claims: Claims,
  now: number,
): Promise<void> {
  await claims.settle(rows.claims, now);
  await analytics.store({
    name,
    source: name,
    rows: Object.fromEntries(tableNames.map((table) => [table, rows[table]])),
  });
}
