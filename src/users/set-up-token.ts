import { ApiError } from '../contract/errors.ts';
import { fingerprintSecret, newSecret } from '../contract/secret.ts';
import type { Control } from '../store/control/open-control.ts';

/**
 * The one-time token that lets whoever reads the server's output make the first owner. Each server that starts while
 * nobody can sign in makes one, and the first set-up deletes them all.
 */
export async function createSetUpToken({ db }: Control, now: number): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('set_up_tokens')
    .values({ fingerprint: fingerprintSecret(token), created_at: now })
    .execute();
  return token;
}

export async function needsSetUp({ db }: Control): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

export async function requireSetUpToken(control: Control, token: string): Promise<void> {
  if (!(await needsSetUp(control))) throw new ApiError('already_set_up');
  const known = await control.db
    .selectFrom('set_up_tokens')
    .select('fingerprint')
    .where('fingerprint', '=', fingerprintSecret(token))
    .executeTakeFirst();
  if (known === undefined) throw new ApiError('invalid_set_up_token');
}

/** Called in the transaction that makes the owner: of two set-ups at once, the second finds no token any more. */
export async function takeSetUpToken(control: Control, token: string): Promise<void> {
  const taken = await control.db.deleteFrom('set_up_tokens').returning('fingerprint').execute();
  const fingerprint = fingerprintSecret(token);
  if (taken.length === 0 || !(await needsSetUp(control))) throw new ApiError('already_set_up');
  if (!taken.some((row) => row.fingerprint === fingerprint)) throw new ApiError('invalid_set_up_token');
}
