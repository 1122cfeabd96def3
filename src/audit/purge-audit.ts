import type { Control } from '../store/control/open-control.ts';

/** A year: long enough to find out, and no record of people for ever. */
const retentionMs = 365 * 24 * 60 * 60 * 1000;

export async function purgeAudit({ db }: Control, now: number): Promise<void> {
  await db
    .deleteFrom('audit_entries')
    .where('created_at', '<', now - retentionMs)
    .execute();
}
