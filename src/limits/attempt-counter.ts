import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../contract/clock.ts';
import { normalizeEmail } from '../contract/email.ts';
import { ApiError } from '../contract/errors.ts';
import type { Control } from '../store/control/open-control.ts';
import { networkOf } from './network-of.ts';

/**
 * Who tries, and what. Attempts of strangers on one account are counted within their network (`pair`), so that nobody
 * elsewhere is locked out by them; a browser that its person signed in with before is counted alone.
 */
export type Subject =
  | { kind: 'network'; address: string }
  | { kind: 'pair'; email: string; address: string }
  | { kind: 'account'; email: string }
  | { kind: 'device'; email: string; device: string }
  | { kind: 'signed-in'; email: string; signInId: string }
  | { kind: 'reset'; email: string }
  | { kind: 'invitation'; token: string }
  | { kind: 'share-link'; id: string; address: string };

/**
 * Attempts at secrets that a person could guess. An attempt is counted before the secret is checked, so that many at
 * once do not pass together, and taken back when it was no failure. After the free ones each has to wait for longer:
 * nobody is locked out, and guessing takes for ever. All processes share the count.
 */
export type AttemptCounter = {
  /** Throws `too_many_sign_ins` while one of them has to wait; then nothing is counted. */
  begin(subjects: readonly Subject[]): Promise<void>;
  /** The secret was right: a count of one person alone is reset, a count that others share gets this attempt back. */
  succeed(subjects: readonly Subject[]): Promise<void>;
  /** The secret was neither right nor wrong yet: the attempt is taken back. */
  takeBack(subjects: readonly Subject[]): Promise<void>;
  /** Resets the counts of an account whose password was reset, which proves more than a right guess. */
  forgive(email: string): Promise<void>;
};

/** `free` attempts pass at once; each one after waits for these seconds, in order; the last wait repeats. */
type Pace = { free: number; waits: readonly number[] };

const onePerson: Pace = { free: 10, waits: [15, 30, 60, 120, 240, 480, 900] };
const manyPeople = [5, 10, 20, 40, 60];

const paces: Record<Subject['kind'], Pace> = {
  network: { free: 30, waits: manyPeople },
  pair: onePerson,
  account: { free: 100, waits: manyPeople },
  device: onePerson,
  'signed-in': onePerson,
  // Shorter than a link works: whoever asks again and again for somebody else leaves them with a link that works.
  reset: { free: 3, waits: [1200] },
  invitation: { free: 5, waits: onePerson.waits },
  'share-link': onePerson,
};

const ownKinds: readonly Subject['kind'][] = ['pair', 'device', 'signed-in', 'share-link'];

/** Counted from the last attempt. */
const expiryMs = 60 * 60_000;

export function createAttemptCounter(control: Control, clock: Clock): AttemptCounter {
  async function giveBack(subject: Subject): Promise<void> {
    await control.db
      .updateTable('sign_in_attempts')
      // Its wait is removed too: the wait before it was over, or the attempt would not have been let in.
      .set({ attempts: sql<number>`attempts - 1`, blocked_until: 0 })
      .where('subject', '=', fingerprintOf(subject))
      .where('attempts', '>', 0)
      .execute();
  }

  async function reset(subject: Subject): Promise<void> {
    await control.db.deleteFrom('sign_in_attempts').where('subject', '=', fingerprintOf(subject)).execute();
  }

  return {
    async begin(subjects) {
      const now = clock();
      for (const [index, subject] of subjects.entries()) {
        if (await count(control, subject, now)) continue;
        for (const counted of subjects.slice(0, index)) await giveBack(counted);
        await refuse(control, subject, now);
      }
    },
    async succeed(subjects) {
      for (const subject of subjects) {
        if (ownKinds.includes(subject.kind)) await reset(subject);
        else await giveBack(subject);
      }
    },
    async takeBack(subjects) {
      for (const subject of subjects) await giveBack(subject);
    },
    async forgive(email) {
      await control.db
        .deleteFrom('sign_in_attempts')
        .where('account', '=', fingerprintOf({ kind: 'account', email }))
        .execute();
    },
  };
}

/** Deletes rows so old that no attempt under way can still count on from them. */
export async function purgeAttempts({ db }: Control, now: number): Promise<void> {
  await db
    .deleteFrom('sign_in_attempts')
    .where('started_at', '<=', now - 2 * expiryMs)
    .execute();
}

/** One atomic statement counts, or returns false where the subject has to wait. */
async function count({ db }: Control, subject: Subject, now: number): Promise<boolean> {
  const isExpired = sql<boolean>`(sign_in_attempts.started_at <= excluded.started_at - ${sql.lit(expiryMs)}
    or sign_in_attempts.started_at > excluded.started_at + ${sql.lit(expiryMs)})`;
  const attempts = sql<number>`case when ${isExpired} then 1 else sign_in_attempts.attempts + 1 end`;
  const counted = await db
    .insertInto('sign_in_attempts')
    .values({
      subject: fingerprintOf(subject),
      account: 'email' in subject ? fingerprintOf({ kind: 'account', email: subject.email }) : null,
      started_at: now,
      attempts: 1,
    })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          started_at: sql<number>`excluded.started_at`,
          attempts,
          blocked_until: sql<number>`excluded.started_at + ${buildWait(attempts, paces[subject.kind])}`,
        })
        .where(sql<boolean>`(sign_in_attempts.blocked_until <= excluded.started_at or ${isExpired})`),
    )
    .returning('attempts')
    .executeTakeFirst();
  return counted !== undefined;
}

/** The wait after the attempt of this number, in milliseconds. */
function buildWait(attempts: ReturnType<typeof sql<number>>, { free, waits }: Pace) {
  const last = waits.at(-1) ?? 0;
  const steps = waits.map(
    (seconds, index) => sql`when ${attempts} = ${sql.lit(free + index)} then ${sql.lit(seconds * 1000)}`,
  );
  return sql<number>`case when ${attempts} < ${sql.lit(free)} then 0 ${sql.join(steps, sql` `)}
    else ${sql.lit(last * 1000)} end`;
}

async function refuse({ db }: Control, subject: Subject, now: number): Promise<never> {
  const row = await db
    .selectFrom('sign_in_attempts')
    .select('blocked_until')
    .where('subject', '=', fingerprintOf(subject))
    .executeTakeFirst();
  const retryAfter = Math.max(1, Math.ceil(((row?.blocked_until ?? now) - now) / 1000));
  throw new ApiError('too_many_sign_ins', { details: { retryAfter } });
}

/** Neither IP nor email addresses are stored in plain text. */
function fingerprintOf(subject: Subject): string {
  return hash('sha256', `${subject.kind}:${describe(subject)}`, 'hex');
}

function describe(subject: Subject): string {
  switch (subject.kind) {
    case 'network':
      return networkOf(subject.address);
    case 'pair':
      return `${networkOf(subject.address)} ${normalizeEmail(subject.email)}`;
    case 'account':
    case 'reset':
      return normalizeEmail(subject.email);
    case 'device':
      return subject.device;
    case 'signed-in':
      return subject.signInId;
    case 'invitation':
      return subject.token;
    case 'share-link':
      return `${networkOf(subject.address)} ${subject.id}`;
  }
}
