import { sql } from 'kysely';
import type { Clock } from '../contract/clock.ts';
import type { Rewritten } from '../store/analytics/analytics-engine.ts';
import type { Control } from '../store/control/open-control.ts';

export type RewriteParts = {
  control: Control;
  clock: Clock;
  serverId: string;
  rewriteEngine(): Promise<Rewritten>;
  /** Writes over what has left the spool. */
  overwriteSpool(): Promise<void>;
};

/** Writes the files anew where something was deleted since the last time, and tells the receipts. */
export async function rewriteFiles({
  control,
  clock,
  serverId,
  rewriteEngine,
  overwriteSpool,
}: RewriteParts): Promise<void> {
  const { db } = control;
  const known = await db
    .selectFrom('file_rewrites')
    .selectAll()
    .where('server_id', '=', serverId)
    .executeTakeFirst();
  if (!known || (known.rewritten_at !== null && known.rewritten_at >= known.deleted_at)) return;
  const ofServer = db.selectFrom('erasures').select('id').where('server_id', '=', serverId);
  const erasures = await ofServer.where('files_clean_at', 'is', null).execute();
  const { cleanInMs } = await rewriteEngine();
  await overwriteSpool();
  await emptyLog(control);
  await db
    .updateTable('file_rewrites')
    .set({ rewritten_at: known.deleted_at })
    .where('server_id', '=', serverId)
    .execute();
  for (const { id } of erasures) {
    await db
      .updateTable('erasures')
      .set({ files_clean_at: clock() + cleanInMs })
      .where('id', '=', id)
      .execute();
  }
}

/** SQLite writes zeros over what is deleted, and keeps what was there in its log until that is emptied. */
async function emptyLog({ kind, db }: Control): Promise<void> {
  if (kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
