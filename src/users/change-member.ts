import { ApiError } from '../contract/errors.ts';
import type { UserId, WorkspaceId } from '../contract/ids.ts';
import { inTransaction } from '../store/control/in-transaction.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Role } from '../store/control/schema.ts';

/** Holds from the person's next request on. */
export async function changeRole(
  control: Control,
  workspaceId: WorkspaceId,
  userId: string,
  role: Role,
): Promise<void> {
  await keepingAnOwner(control, workspaceId, async ({ db }) => {
    const changed = await db
      .updateTable('memberships')
      .set({ role })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId as UserId)
      .returning('user_id')
      .executeTakeFirst();
    if (changed === undefined) throw new ApiError('not_found');
  });
}

/** The person stays, with the other workspaces they belong to. */
export async function removeMember(
  control: Control,
  workspaceId: WorkspaceId,
  userId: string,
): Promise<void> {
  await keepingAnOwner(control, workspaceId, async ({ db }) => {
    const removed = await db
      .deleteFrom('memberships')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId as UserId)
      .returning('user_id')
      .executeTakeFirst();
    if (removed === undefined) throw new ApiError('not_found');
  });
}

/** Undone where it would leave the workspace without an owner. */
async function keepingAnOwner(
  control: Control,
  workspaceId: WorkspaceId,
  change: (inside: Control) => Promise<void>,
): Promise<void> {
  await inTransaction(control, async (inside) => {
    // Changes nothing, but makes two changes of one workspace wait for each other.
    await inside.db
      .updateTable('workspaces')
      .set({ id: workspaceId })
      .where('id', '=', workspaceId)
      .execute();
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
