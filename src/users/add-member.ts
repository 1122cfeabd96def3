import type { UserId, WorkspaceId } from '../contract/ids.ts';
import { ControlError } from '../store/control/control-error.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import type { Role } from '../store/control/schema.ts';

/** The new person's id, or undefined where the address is taken. */
export async function insertUser(
  { db }: Control,
  input: { email: string; passwordHash: string },
  now: number,
): Promise<UserId | undefined> {
  const row = await db
    .insertInto('users')
    .values({
      id: newOrderedUuid(now) as UserId,
      email: input.email,
      password_hash: input.passwordHash,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export type NewMember = { userId: UserId; workspaceId: WorkspaceId; role: Role };

/** Refused for someone who is in the workspace already. */
export async function addMember({ db }: Control, member: NewMember, now: number): Promise<void> {
  const joined = await db
    .insertInto('memberships')
    .values({
      user_id: member.userId,
      workspace_id: member.workspaceId,
      role: member.role,
      joined_at: now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'workspace_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (joined === undefined) {
    throw new ControlError('duplicate_member', 'This person is in the workspace already.');
  }
}
