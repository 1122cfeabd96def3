import { ApiError } from '../contract/errors.ts';
import type { UserId, WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Role } from '../store/control/schema.ts';

/** Within a transaction: serializes changes to the people of a workspace. */
export async function lockWorkspace({ db }: Control, workspaceId: WorkspaceId): Promise<void> {
  // An update without a change, which locks the row.
  await db.updateTable('workspaces').set({ id: workspaceId }).where('id', '=', workspaceId).execute();
}

/**
 * Called in the transaction that creates something in a person's name. The person may have been removed since the
 * request was let in: then it is refused, since whoever removed them has already deleted what they left.
 */
export async function holdOwner(inside: Control, workspaceId: WorkspaceId, userId: UserId): Promise<void> {
  await lockWorkspace(inside, workspaceId);
  const role = await findRole(inside, workspaceId, userId);
  if (role !== 'owner') throw new ApiError('insufficient_role', { details: { required: 'owner', role } });
}

export async function findRole(
  { db }: Control,
  workspaceId: WorkspaceId,
  userId: UserId,
): Promise<Role | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
}
