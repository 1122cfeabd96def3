import type { SignInId, UserId } from '../contract/ids.ts';
import { fingerprintSecret, isSameFingerprint } from '../contract/secret.ts';
import type { Control } from '../store/control/open-control.ts';
import { prepareQuery } from '../store/control/prepared-query.ts';
import { signInMs } from './create-sign-in.ts';

/** Someone who is signed in, and in which browser. */
export type SignIn = { id: SignInId; userId: UserId; email: string; hasTotp: boolean };

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;
const touchIntervalMs = 60_000;

const runByFingerprint = prepareQuery((db: Control['db']) =>
  db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .select([
      'sign_ins.id',
      'sign_ins.user_id',
      'sign_ins.fingerprint',
      'sign_ins.expires_at',
      'sign_ins.last_seen_at',
      'users.email',
      'users.totp_secret',
    ])
    .where('sign_ins.fingerprint', '=', ''),
);

/** Asks the database every time: it may have been ended a moment ago, in whichever process. */
export async function findSignIn(control: Control, token: string, now: number): Promise<SignIn | undefined> {
  if (!tokenPattern.test(token)) return undefined;
  const fingerprint = fingerprintSecret(token);
  const [row] = await runByFingerprint(control.db, [fingerprint]);
  if (row === undefined || !isSameFingerprint(row.fingerprint, fingerprint)) return undefined;
  if (row.expires_at <= now) return undefined;
  if (now - row.last_seen_at >= touchIntervalMs) await runTouch(control, row.id, now);
  return { id: row.id, userId: row.user_id, email: row.email, hasTotp: row.totp_secret !== null };
}

/** Renews it for thirty days, at most once a minute. */
async function runTouch({ db }: Control, id: SignInId, now: number): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({ last_seen_at: now, expires_at: now + signInMs })
    .where('id', '=', id)
    .where('last_seen_at', '<=', now - touchIntervalMs)
    .execute();
}
