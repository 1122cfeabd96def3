/**
 * People who sign in to the dashboard: their passwords, second factors, sign-ins (browsers), memberships and
 * invitations. API keys belong to no person and are not here; nor are cookies, which src/http reads and writes.
 */
import type { Clock } from '../contract/clock.ts';
import type { UserId, WorkspaceId } from '../contract/ids.ts';
import { inTransaction } from '../store/control/in-transaction.ts';
import type { Control } from '../store/control/open-control.ts';
import { requireEmail } from '../store/control/require-email.ts';
import { requireWorkspace } from '../store/control/require-workspace.ts';
import type { Role } from '../store/control/schema.ts';
import { addMember, insertUser } from './add-member.ts';
import { hashPassword } from './password.ts';

export type NewUser = { workspaceId: WorkspaceId; email: string; password: string; role?: Role };

/** `isNew` is false where the person existed and only joined the workspace: their password stays. */
export type CreatedUser = { id: UserId; email: string; role: Role; isNew: boolean };

export async function createUser(control: Control, input: NewUser, clock: Clock): Promise<CreatedUser> {
  const email = requireEmail(input.email);
  const role = input.role ?? 'owner';
  await requireWorkspace(control, input.workspaceId);
  const passwordHash = await hashPassword(input.password);
  const now = clock();
  return await inTransaction(control, async (inside) => {
    const inserted = await insertUser(inside, { email, passwordHash }, now);
    const id = inserted ?? (await requireUserId(inside, email));
    await addMember(inside, { userId: id, workspaceId: input.workspaceId, role }, now);
    return { id, email, role, isNew: inserted !== undefined };
  });
}

async function requireUserId({ db }: Control, email: string): Promise<UserId> {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return row.id;
}
