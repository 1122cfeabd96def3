/**
 * What deleting leaves behind: files that still hold what was deleted, and records that are too old. What lives here:
 * when these are dealt with. What must not: how an engine removes rows or writes its files anew.
 */
import { sql } from 'kysely';
import type { Control } from '../store/control/open-control.ts';

/** The files of a server may hold something that was deleted. Each deletion has a later time than the one before. */
export async function noteDeletion({ db }: Control, serverId: string, now: number): Promise<void> {
  const later = sql<number>`case when file_rewrites.deleted_at < ${now} then ${now} else file_rewrites.deleted_at + 1 end`;
  await db
    .insertInto('file_rewrites')
    .values({ server_id: serverId, deleted_at: now, rewritten_at: null })
    .onConflict((conflict) => conflict.column('server_id').doUpdateSet({ deleted_at: later }))
    .execute();
}
