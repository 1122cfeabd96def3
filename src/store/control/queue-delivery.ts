import type { WorkspaceId } from '../../contract/ids.ts';
import type { Control } from './open-control.ts';
import { newOrderedUuid } from './ordered-id.ts';
import type { DeliveriesTable } from './schema.ts';

export type NewDelivery = {
  workspaceId: WorkspaceId;
  kind: DeliveriesTable['kind'];
  /** The scheduled report or the alert. */
  subjectId: string;
  /** Of two deliveries with the same key only the first is queued. */
  onceKey: string;
  /** What people call the recipient, such as an email address. */
  channel: string;
  payload: object;
};

/** Called in the transaction that decides about the message, so that it is sent if and only if that was stored. */
export async function queueDeliveries(
  { db }: Control,
  deliveries: readonly NewDelivery[],
  now: number,
): Promise<void> {
  if (deliveries.length === 0) return;
  await db
    .insertInto('deliveries')
    .values(
      deliveries.map(({ workspaceId, kind, subjectId, onceKey, channel, payload }) => ({
        id: newOrderedUuid(now),
        workspace_id: workspaceId,
        kind,
        subject_id: subjectId,
        once_key: onceKey,
        channel,
        payload_json: JSON.stringify(payload),
        state: 'waiting' as const,
        due_at: now,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute();
}
