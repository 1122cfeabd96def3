import type { Clock } from '../contract/clock.ts';
import type { KeyId, UserId, WorkspaceId } from '../contract/ids.ts';
import { ControlError } from '../store/control/control-error.ts';
import type { Control } from '../store/control/open-control.ts';

/**
 * Holds from the next request on, in every process. Revoking again keeps the first time. Without a workspace it is
 * the operator who asks.
 */
export async function revokeKey(
  control: Control,
  id: KeyId,
  clock: Clock,
  workspaceId?: WorkspaceId,
): Promise<void> {
  const now = clock();
  const update = control.db
    .updateTable('api_keys')
    .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(now)) }))
    .where('id', '=', id);
  const own = workspaceId === undefined ? update : update.where('workspace_id', '=', workspaceId);
  const row = await own.returning('id').executeTakeFirst();
  if (row === undefined) throw new ControlError('unknown_key', `There is no API key with the id "${id}".`);
}

/** Those of a workspace that one person has made and that still worked; answers how many. */
export async function revokeKeysOf(
  { db }: Control,
  workspaceId: WorkspaceId,
  userId: UserId,
  clock: Clock,
): Promise<number> {
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: clock() })
    .where('workspace_id', '=', workspaceId)
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return revoked.length;
}
