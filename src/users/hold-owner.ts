import { ApiError } from '../contract/errors.ts';
import type { UserId, WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Role } from '../store/control/schema.ts';

/** Within a transaction: makes all that it changes in the workspace's people wait for each other. */
export async function lockWorkspace({ db }: Control, workspaceId: WorkspaceId): Promise<void> {
  // Changes nothing, but takes the row.
  await db.updateTable('workspaces').set({ id: workspaceId }).where('id', '=', workspaceId).execute();
}

/**
 * Within the transaction that makes something in a person's name. They may have been removed since the request was let
 * in: then it comes too late, and whoever removed them has found all that they left.
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
