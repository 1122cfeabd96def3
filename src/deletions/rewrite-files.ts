import { sql } from 'kysely';
import type { Clock } from '../contract/clock.ts';
import type { Rewritten } from '../store/analytics/analytics-engine.ts';
import type { Control } from '../store/control/open-control.ts';

export type RewriteParts = {
  control: Control;
  clock: Clock;
  /** Undefined where all servers share one engine: then deletions of any server count. */
  serverId: string | undefined;
  rewriteEngine(): Promise<Rewritten>;
  /** Overwrites what has left the spool. */
  overwriteSpool(): Promise<void>;
};

/** Rewrites the files where something was deleted since the last time, and marks the receipts as done. */
export async function rewriteFiles({
  control,
  clock,
  serverId,
  rewriteEngine,
  overwriteSpool,
}: RewriteParts): Promise<void> {
  const { db } = control;
  const isOwn = ({ server_id }: { server_id: string }) => serverId === undefined || server_id === serverId;
  const due = (await db.selectFrom('file_rewrites').selectAll().execute())
    .filter(isOwn)
    .filter(({ deleted_at, rewritten_at }) => rewritten_at === null || rewritten_at < deleted_at);
  if (due.length === 0) return;
  const waiting = await db
    .selectFrom('erasures')
    .select(['id', 'server_id'])
    .where('files_clean_at', 'is', null)
    .execute();
  const { cleanInMs } = await rewriteEngine();
  await overwriteSpool();
  await emptyLog(control);
  for (const { server_id, deleted_at } of due) {
    await db
      .updateTable('file_rewrites')
      .set({ rewritten_at: deleted_at })
      .where('server_id', '=', server_id)
      .execute();
  }
  for (const { id } of waiting.filter(isOwn)) {
    await db
      .updateTable('erasures')
      .set({ files_clean_at: clock() + cleanInMs })
      .where('id', '=', id)
      .execute();
  }
}

/** SQLite overwrites deleted rows with zeros, but its write-ahead log holds them until it is emptied. */
async function emptyLog({ kind, db }: Control): Promise<void> {
  if (kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
