/**
 * A browser in which somebody has proved who they are, by a password or a reset link. It opens nothing: its attempts at
 * the password are only counted apart from those of strangers, who thus cannot lock its person out.
 */
import { createHmac } from 'node:crypto';
import type { UserId } from '../contract/ids.ts';
import { isSameFingerprint as isSame, newSecret } from '../contract/secret.ts';
import type { Control } from '../store/control/open-control.ts';
import { requireServerSecret } from '../store/control/server-secret.ts';
import { findCredentials } from './check-password.ts';

/** For the browser's cookie: a random name and a signature, which a change of the password makes invalid. */
export async function rememberBrowser(control: Control, userId: UserId): Promise<string> {
  const { password_hash } = await control.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const name = newSecret();
  return `${name}.${await sign(control, userId, password_hash, name)}`;
}

/** The random name, where this browser was remembered for the person of this address. */
export async function findRememberedBrowser(
  control: Control,
  email: string,
  token: string,
): Promise<string | undefined> {
  const [name = '', signature = ''] = token.split('.');
  const user = await findCredentials(control, email);
  if (user === undefined) return undefined;
  return isSame(await sign(control, user.id, user.password_hash, name), signature) ? name : undefined;
}

async function sign(control: Control, userId: UserId, passwordHash: string, name: string): Promise<string> {
  const secret = await requireServerSecret(control, 'remembered-browsers');
  return createHmac('sha256', secret).update(`${userId} ${passwordHash} ${name}`).digest('base64url');
}
