import type { Rewritten } from '../analytics-engine.ts';
import { sql } from '../sql.ts';
import { tableNames } from '../tables.ts';
import { recentTableName, settledTableNames } from './settled-parts.ts';
import type { Statements } from './statements.ts';

/** A server keeps parts that were replaced for eight minutes, and looks for such parts every minute. */
const cleanInMs = 10 * 60_000;

/** What a deletion only hides is written anew without it. */
export async function rewriteParts({ change, stored }: Statements): Promise<Rewritten> {
  for (const table of [...tableNames, ...Object.values(settledTableNames).flat(), recentTableName]) {
    await change(sql`ALTER TABLE ${stored(table)} APPLY DELETED MASK`);
  }
  return { cleanInMs };
}
