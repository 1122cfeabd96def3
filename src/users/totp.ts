/** The second factor: codes of an authenticator app, and recovery codes for when it is lost. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { ApiError } from '../contract/errors.ts';
import type { UserId } from '../contract/ids.ts';
import { fingerprintSecret } from '../contract/secret.ts';
import { inTransaction } from '../store/control/in-transaction.ts';
import type { Control } from '../store/control/open-control.ts';
import type { SignIn } from './find-sign-in.ts';

const secretBytes = 20;
const periodSeconds = 30;
/** A clock may be one step off. */
const window = 1;
const recoveryCodeCount = 10;
/** 80 bits: too many to guess, so that a plain SHA-256 of them may be stored. */
const recoveryCodeBytes = 10;

function buildTotp(secret: string, label = ''): TOTP {
  const parameters = { algorithm: 'SHA1', digits: 6, period: periodSeconds };
  return new TOTP({ issuer: 'Footfall', label, ...parameters, secret: Secret.fromBase32(secret) });
}

/** A new secret that counts once it is confirmed by a code. */
export async function startTotp(
  { db }: Control,
  { userId, email }: SignIn,
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: secretBytes }).base32;
  const started = await db
    .updateTable('users')
    .set({ totp_pending_secret: secret })
    .where('id', '=', userId)
    .where('totp_secret', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (started === undefined) throw new ApiError('totp_active');
  return { secret, uri: buildTotp(secret, email).toString() };
}

/** Turns it on, and answers the recovery codes, which are shown only now. */
export async function confirmTotp(
  control: Control,
  userId: UserId,
  code: string,
  now: number,
): Promise<string[]> {
  const pending = await control.db
    .selectFrom('users')
    .select(['totp_pending_secret', 'totp_secret'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (pending.totp_secret !== null) throw new ApiError('totp_active');
  if (pending.totp_pending_secret === null) throw new ApiError('totp_not_started');
  const secret = pending.totp_pending_secret;
  const step = findStep(secret, code, now);
  if (step === undefined) throw new ApiError('invalid_totp');
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await inTransaction(control, async ({ db }) => {
    const turnedOn = await db
      .updateTable('users')
      .set({ totp_secret: secret, totp_pending_secret: null, totp_used_step: step })
      .where('id', '=', userId)
      .where('totp_pending_secret', '=', secret)
      .returning('id')
      .executeTakeFirst();
    if (turnedOn === undefined) throw new ApiError('totp_not_started');
    await db
      .insertInto('recovery_codes')
      .values(codes.map((each) => ({ user_id: userId, fingerprint: fingerprintCode(userId, each) })))
      .execute();
  });
  return codes;
}

export async function turnOffTotp(control: Control, userId: UserId): Promise<void> {
  await inTransaction(control, async ({ db }) => {
    await db
      .updateTable('users')
      .set({ totp_secret: null, totp_pending_secret: null, totp_used_step: null })
      .where('id', '=', userId)
      .execute();
    await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  });
}

/** True once for each code: of the app in its time step, or one of the recovery codes. */
export async function takeCode(
  control: Control,
  userId: UserId,
  secret: string,
  code: string,
  now: number,
): Promise<boolean> {
  const step = findStep(secret, code, now);
  return step === undefined ? takeRecoveryCode(control, userId, code) : takeStep(control, userId, step);
}

function findStep(secret: string, code: string, now: number): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = buildTotp(secret).validate({ token, timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / 1000 / periodSeconds) + delta;
}

/** One statement, so that of two sign-ins with one code only one is let in. */
async function takeStep({ db }: Control, userId: UserId, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('users')
    .set({ totp_used_step: step })
    .where('id', '=', userId)
    .where(({ eb, or }) => or([eb('totp_used_step', 'is', null), eb('totp_used_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

async function takeRecoveryCode({ db }: Control, userId: UserId, code: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('fingerprint', '=', fingerprintCode(userId, code))
    .returning('fingerprint')
    .executeTakeFirst();
  return taken !== undefined;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Sixteen letters and digits in groups of four. */
function newRecoveryCode(): string {
  const bits = [...randomBytes(recoveryCodeBytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{5}/g)?.map((five) => alphabet[Number.parseInt(five, 2)]) ?? [];
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** The same for every way in which people type it. */
function fingerprintCode(userId: UserId, code: string): string {
  return fingerprintSecret(`${userId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);
}
