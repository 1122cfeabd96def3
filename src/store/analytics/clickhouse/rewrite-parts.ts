import type { Rewritten } from '../analytics-engine.ts';
import { sql } from '../sql.ts';
import { tableNames } from '../tables.ts';
import { recentTableName, settledTableNames } from './settled-parts.ts';
import type { Statements } from './statements.ts';

/** A server deletes parts that were replaced after eight minutes, and looks for them every minute. */
const cleanInMs = 10 * 60_000;

/** Rewrites parts, in which a deletion only hides rows. */
export async function rewriteParts({ change, stored }: Statements): Promise<Rewritten> {
  for (const table of [...tableNames, ...Object.values(settledTableNames).flat(), recentTableName]) {
    await change(sql`ALTER TABLE ${stored(table)} APPLY DELETED MASK`);
  }
  return { cleanInMs };
}
