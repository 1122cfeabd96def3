import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Control } from '../store/control/open-control.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Counts one more of something today (UTC), by whatever name. False where the day has seen `most` of them: then nothing
 * is counted. Called in the transaction of what is counted, several counts succeed or fail together.
 */
export async function countToday({ db }: Control, name: string, most: number, now: number): Promise<boolean> {
  const isOtherDay = sql<boolean>`daily_counts.day <> excluded.day`;
  const counted = await db
    .insertInto('daily_counts')
    .values({ subject: hash('sha256', name, 'hex'), day: Math.floor(now / dayMs), count: 1 })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          day: sql<number>`excluded.day`,
          count: sql<number>`case when ${isOtherDay} then 1 else daily_counts.count + 1 end`,
        })
        .where(sql<boolean>`(${isOtherDay} or daily_counts.count < ${sql.lit(most)})`),
    )
    .returning('subject')
    .executeTakeFirst();
  return counted !== undefined;
}

export function secondsLeftToday(now: number): number {
  return Math.ceil((dayMs - (now % dayMs)) / 1000);
}

export async function purgeDailyCounts({ db }: Control, now: number): Promise<void> {
  await db
    .deleteFrom('daily_counts')
    .where('day', '<', Math.floor(now / dayMs) - 1)
    .execute();
}
