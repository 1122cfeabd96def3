import { ApiError } from '../contract/errors.ts';
import type { UserId, WorkspaceId } from '../contract/ids.ts';
import { inTransaction } from '../store/control/in-transaction.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Role } from '../store/control/schema.ts';
import { findRole, lockWorkspace } from './hold-owner.ts';

/** Holds from the person's next request on. A former owner loses every link that could bring the role back. */
export async function changeRole(
  control: Control,
  workspaceId: WorkspaceId,
  userId: string,
  role: Role,
): Promise<void> {
  await keepingAnOwner(control, workspaceId, async (inside) => {
    const before = await requireRole(inside, workspaceId, userId);
    await inside.db
      .updateTable('memberships')
      .set({ role })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId as UserId)
      .execute();
    if (before === 'owner' && role !== 'owner') await closeWaysBack(inside, workspaceId, userId as UserId);
  });
}

/**
 * The person's account stays, with their other workspaces. `alongside` runs in the same transaction, once it is known
 * that they belonged to this one.
 */
export async function removeMember(
  control: Control,
  workspaceId: WorkspaceId,
  userId: string,
  alongside?: (inside: Control, userId: UserId) => Promise<void>,
): Promise<void> {
  await keepingAnOwner(control, workspaceId, async (inside) => {
    await requireRole(inside, workspaceId, userId);
    await inside.db
      .deleteFrom('memberships')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId as UserId)
      .execute();
    await closeWaysBack(inside, workspaceId, userId as UserId);
    await alongside?.(inside, userId as UserId);
  });
}

async function requireRole(inside: Control, workspaceId: WorkspaceId, userId: string): Promise<Role> {
  const role = await findRole(inside, workspaceId, userId as UserId);
  if (role === undefined) throw new ApiError('not_found');
  return role;
}

/** Deletes links that they made or asked for. The makers of the oldest invitations are not known, so those go too. */
async function closeWaysBack({ db }: Control, workspaceId: WorkspaceId, userId: UserId): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where(({ eb, or }) => or([eb('created_by', '=', userId), eb('created_by', 'is', null)]))
    .execute();
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

/** Rolls back where the workspace would be left without an owner. */
async function keepingAnOwner(
  control: Control,
  workspaceId: WorkspaceId,
  change: (inside: Control) => Promise<void>,
): Promise<void> {
  await inTransaction(control, async (inside) => {
    await lockWorkspace(inside, workspaceId);
    await change(inside);
    const owner = await inside.db
      .selectFrom('memberships')
      .select('user_id')
      .where('workspace_id', '=', workspaceId)
      .where('role', '=', 'owner')
      .limit(1)
      .executeTakeFirst();
    if (owner === undefined) throw new ApiError('last_owner');
  });
}
