import type { Analytics } from './open-analytics.ts';
import { type Sql, sql, stored, whole } from './sql.ts';
import { recentTableName } from './tables.ts';

/**
 * Deletes from one of the tables that are partitioned by year, in the years of the days alone: a deletion takes time
 * for every part that it looks at, and a partition of another year has none of the rows.
 */
export async function deleteRows(
  analytics: Analytics,
  table: string,
  days: readonly string[],
  which: Sql,
): Promise<void> {
  for (const year of new Set(days.map((day) => Number(day.slice(0, 4))))) {
    await analytics.run(sql`DELETE FROM ${stored(table)} IN PARTITION ${whole(year)} WHERE ${which}`);
  }
}

/** The table of recent records has few parts, whatever years they are of. */
export async function deleteRecent(analytics: Analytics, which: Sql): Promise<void> {
  await analytics.run(sql`DELETE FROM ${stored(recentTableName)} WHERE ${which}`);
}
