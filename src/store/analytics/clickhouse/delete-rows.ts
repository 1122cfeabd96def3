import { type Sql, sql, whole } from '../sql.ts';
import { recentTableName } from './settled-parts.ts';
import type { Statements } from './statements.ts';

/**
 * Deletes from a table that is partitioned by year, in the years of the days alone: a deletion takes time for every
 * part that it looks at, and partitions of other years have none of the rows.
 */
export async function deleteRows(
  { change, stored }: Statements,
  table: string,
  days: readonly string[],
  which: Sql,
): Promise<void> {
  for (const year of new Set(days.map((day) => Number(day.slice(0, 4))))) {
    await change(sql`DELETE FROM ${stored(table)} IN PARTITION ${whole(year)} WHERE ${which}`);
  }
}

/** The table of recent records has few parts, whatever their years. */
export async function deleteRecent({ change, stored }: Statements, which: Sql): Promise<void> {
  await change(sql`DELETE FROM ${stored(recentTableName)} WHERE ${which}`);
}
