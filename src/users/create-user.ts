/** People who sign in to the dashboard, and the workspaces they belong to. API keys belong to no person. */
import type { Clock } from '../contract/clock.ts';
import type { UserId, WorkspaceId } from '../contract/ids.ts';
import { ControlError } from '../store/control/control-error.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireWorkspace } from '../store/control/require-workspace.ts';
import type { Role } from '../store/control/schema.ts';
import { hashPassword } from './password.ts';

export type NewUser = { workspaceId: WorkspaceId; email: string; password: string; role?: Role };

/** `isNew` is false where the person existed and only joined the workspace: their password stays. */
export type CreatedUser = { id: UserId; email: string; role: Role; isNew: boolean };

/** Refused for someone who is in the workspace already. */
export async function createUser(control: Control, input: NewUser, clock: Clock): Promise<CreatedUser> {
  const email = parseEmail(input.email);
  const role = input.role ?? 'owner';
  await requireWorkspace(control, input.workspaceId);
  const passwordHash = await hashPassword(input.password);
  const now = clock();
  return await control.db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto('users')
      .values({ id: newOrderedUuid(now) as UserId, email, password_hash: passwordHash, created_at: now })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    const { id } =
      inserted ??
      (await transaction
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow());
    const joined = await transaction
      .insertInto('memberships')
      .values({ user_id: id, workspace_id: input.workspaceId, role })
      .onConflict((conflict) => conflict.columns(['user_id', 'workspace_id']).doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (joined === undefined) {
      throw new ControlError('duplicate_member', `${email} is in this workspace already.`);
    }
    return { id, email, role, isNew: inserted !== undefined };
  });
}

const emailPattern = /^[^\s@]+@[^\s@]+$/;
const maxEmailLength = 254;

function parseEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (!emailPattern.test(email) || email.length > maxEmailLength) {
    throw new ControlError('invalid_value', `"${text}" is not an e-mail address.`);
  }
  return email;
}
