import type { SignInId, UserId } from '../contract/ids.ts';
import { inTransaction } from '../store/control/in-transaction.ts';
import type { Control } from '../store/control/open-control.ts';
import { endSignIns } from './end-sign-ins.ts';
import { hashPassword } from './password.ts';

/** Locks out everyone who knew the old one: all sign-ins end but the one named, and older reset links stop working. */
export async function changePassword(
  control: Control,
  userId: UserId,
  password: string,
  except?: SignInId,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(control, (inside) => storePasswordHash(inside, userId, passwordHash, except));
}

export async function storePasswordHash(
  inside: Control,
  userId: UserId,
  passwordHash: string,
  except?: SignInId,
): Promise<void> {
  await inside.db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();
  await inside.db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
  await endSignIns(inside, userId, except);
}
