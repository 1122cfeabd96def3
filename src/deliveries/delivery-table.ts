import { randomUUID } from 'node:crypto';
import type { Updateable } from 'kysely';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import type { DeliveriesTable } from '../store/control/schema.ts';

export type ClaimedDelivery = {
  id: string;
  kind: DeliveriesTable['kind'];
  workspace_id: WorkspaceId;
  subject_id: string;
  payload_json: string;
  /** The present one included. */
  attempts: number;
};

const minuteMs = 60_000;
/** The lease of a claimed delivery. Longer than any attempt takes, so that only a server that died lets it expire. */
const heldMs = 10 * minuteMs;

/** The rows of deliveries, as one server changes them. */
export function createDeliveryTable({ db }: Control) {
  const holder = randomUUID();

  return {
    /** `taken` where another server claimed it first: there may be more to claim. */
    async claimNext(now: number): Promise<ClaimedDelivery | 'taken' | undefined> {
      const next = await db
        .selectFrom('deliveries')
        .select('id')
        .where('state', '=', 'waiting')
        .where('due_at', '<=', now)
        .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now)]))
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst();
      if (!next) return undefined;
      const claimed = await db
        .updateTable('deliveries')
        .set((eb) => ({ holder, held_until: now + heldMs, attempts: eb('attempts', '+', 1) }))
        .where('id', '=', next.id)
        .where('state', '=', 'waiting')
        .where('due_at', '<=', now)
        .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now)]))
        .returning(['id', 'kind', 'workspace_id', 'subject_id', 'payload_json', 'attempts'])
        .executeTakeFirst();
      return claimed ?? 'taken';
    },

    async note(id: string, outcome: Updateable<DeliveriesTable>): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ holder: null, held_until: null, ...outcome })
        .where('id', '=', id)
        .where('holder', '=', holder)
        .execute();
    },
  };
}

const retentionMs = 30 * 24 * 60 * minuteMs;

export async function purgeDeliveries({ db }: Control, now: number): Promise<void> {
  await db
    .deleteFrom('deliveries')
    .where('created_at', '<=', now - retentionMs)
    .where('state', '!=', 'waiting')
    .execute();
}
