import { normalizeEmail } from '../contract/email.ts';
import type { UserId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { verifyPassword } from './password.ts';

/** A hash that no password matches, made with the same parameters as all others. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$ZiCN38m/HkJcrWofTMzN+g$n30n+BwJrAGq7rc8fgOxMUXZ3O1ZoJ+AYSS+qDuAdiY';

export type CheckedUser = { id: UserId; totpSecret: string | null };

/** Undefined for an unknown address and for a wrong password alike, after the same work. */
export async function findUserByPassword(
  control: Control,
  email: string,
  password: string,
): Promise<CheckedUser | undefined> {
  const user = await findCredentials(control, email);
  const isRight = await verifyPassword(user?.password_hash ?? nobodysHash, password);
  return user && isRight ? { id: user.id, totpSecret: user.totp_secret } : undefined;
}

export async function findCredentials({ db }: Control, email: string) {
  const address = normalizeEmail(email);
  if (address.includes('\0')) return undefined;
  return await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'totp_secret'])
    .where('email', '=', address)
    .executeTakeFirst();
}
