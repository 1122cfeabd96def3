import { normalizeEmail } from '../contract/email.ts';
import { ApiError } from '../contract/errors.ts';
import type { UserId } from '../contract/ids.ts';
import { fingerprintSecret, newSecret } from '../contract/secret.ts';
import { inTransaction } from '../store/control/in-transaction.ts';
import type { Control } from '../store/control/open-control.ts';
import { storePasswordHash } from './change-password.ts';
import { hashPassword } from './password.ts';

const resetMs = 60 * 60 * 1000;

export async function findUserByEmail(
  { db }: Control,
  email: string,
): Promise<{ id: UserId; email: string } | undefined> {
  const address = normalizeEmail(email);
  if (address.includes('\0')) return undefined;
  return await db.selectFrom('users').select(['id', 'email']).where('email', '=', address).executeTakeFirst();
}

/** The token of a link that sets a new password, once and within an hour. */
export async function createPasswordReset({ db }: Control, userId: UserId, now: number): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('password_resets')
    .values({
      fingerprint: fingerprintSecret(token),
      user_id: userId,
      created_at: now,
      expires_at: now + resetMs,
    })
    .execute();
  return token;
}

export async function resetPassword(
  control: Control,
  token: string,
  password: string,
  now: number,
): Promise<{ userId: UserId; email: string }> {
  const fingerprint = fingerprintSecret(token);
  const isOpen = await control.db
    .selectFrom('password_resets')
    .select('user_id')
    .where('fingerprint', '=', fingerprint)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  // Checked before the password is hashed: strangers must not be able to cause that work.
  if (isOpen === undefined) throw new ApiError('invalid_link');
  const passwordHash = await hashPassword(password);
  return await inTransaction(control, async (inside) => {
    const taken = await inside.db
      .deleteFrom('password_resets')
      .where('fingerprint', '=', fingerprint)
      .where('expires_at', '>', now)
      .returning('user_id')
      .executeTakeFirst();
    if (taken === undefined) throw new ApiError('invalid_link');
    await storePasswordHash(inside, taken.user_id, passwordHash);
    const { email } = await inside.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', taken.user_id)
      .executeTakeFirstOrThrow();
    return { userId: taken.user_id, email };
  });
}

export async function purgeOldLinks({ db }: Control, now: number): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
  await db.deleteFrom('invitations').where('expires_at', '<=', now).execute();
}
