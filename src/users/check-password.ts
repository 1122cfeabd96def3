import type { UserId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { normalizeEmail } from './email.ts';
import { verifyPassword } from './password.ts';

/** A hash of no password that anybody has, made with the same parameters as all others. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$ZiCN38m/HkJcrWofTMzN+g$n30n+BwJrAGq7rc8fgOxMUXZ3O1ZoJ+AYSS+qDuAdiY';

export type CheckedUser = { id: UserId; totpSecret: string | null };

/** Undefined for an unknown address and for a wrong password alike, after the same work. */
export async function findUserByPassword(
  { db }: Control,
  email: string,
  password: string,
): Promise<CheckedUser | undefined> {
  const address = normalizeEmail(email);
  const user = address.includes('\0')
    ? undefined
    : await db
        .selectFrom('users')
        .select(['id', 'password_hash', 'totp_secret'])
        .where('email', '=', address)
        .executeTakeFirst();
  const isRight = await verifyPassword(user?.password_hash ?? nobodysHash, password);
  return user && isRight ? { id: user.id, totpSecret: user.totp_secret } : undefined;
}
