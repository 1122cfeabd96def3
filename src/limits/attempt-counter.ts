import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import type { Control } from '../store/control/open-control.ts';

/** Who tries, or what is tried: an e-mail address, a network address, a share link. Each has its own limit. */
export type Subject = { kind: 'email' | 'address' | 'reset' | 'share'; name: string };

/**
 * Attempts at secrets that a person could guess. An attempt is counted before it is looked at, so that many at once
 * do not pass together, and taken back when it was no failure. The count is shared by all processes.
 */
export type AttemptCounter = {
  /** `too_many_sign_ins` once one of them has tried too often; nothing more is counted until the window is over. */
  begin(subjects: readonly Subject[]): Promise<void>;
  /** It was right: an e-mail address or a link begins anew, a network address gets this one attempt back. */
  succeed(subjects: readonly Subject[]): Promise<void>;
  /** It was neither right nor wrong yet: those who tried get this one attempt back. */
  takeBack(subjects: readonly Subject[]): Promise<void>;
};

const windowMs = 15 * 60_000;
const mostAttempts = { email: 10, address: 30, reset: 3, share: 20 } as const;

export function createAttemptCounter({ db }: Control, clock: Clock): AttemptCounter {
  async function count(subject: Subject, now: number): Promise<void> {
    const isOver = sql<boolean>`(sign_in_attempts.started_at <= ${now - windowMs}
      or sign_in_attempts.started_at > ${now + windowMs})`;
    const row = await db
      .insertInto('sign_in_attempts')
      .values({ subject: fingerprintOf(subject), started_at: now, attempts: 1 })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet({
          started_at: sql<number>`case when ${isOver} then ${now} else sign_in_attempts.started_at end`,
          attempts: sql<number>`case when ${isOver} then 1 else sign_in_attempts.attempts + 1 end`,
        }),
      )
      .returning(['started_at', 'attempts'])
      .executeTakeFirstOrThrow();
    if (row.attempts <= mostAttempts[subject.kind]) return;
    const retryAfter = Math.max(1, Math.ceil((row.started_at + windowMs - now) / 1000));
    throw new ApiError('too_many_sign_ins', { details: { retryAfter } });
  }

  async function giveBack(subject: Subject): Promise<void> {
    await db
      .updateTable('sign_in_attempts')
      .set({ attempts: sql<number>`attempts - 1` })
      .where('subject', '=', fingerprintOf(subject))
      .where('attempts', '>', 0)
      .execute();
  }

  async function forget(subject: Subject): Promise<void> {
    await db.deleteFrom('sign_in_attempts').where('subject', '=', fingerprintOf(subject)).execute();
  }

  return {
    async begin(subjects) {
      const now = clock();
      await db
        .deleteFrom('sign_in_attempts')
        .where('started_at', '<=', now - windowMs)
        .execute();
      for (const subject of subjects) await count(subject, now);
    },
    async succeed(subjects) {
      for (const subject of subjects) {
        if (subject.kind === 'address') await giveBack(subject);
        else await forget(subject);
      }
    },
    async takeBack(subjects) {
      for (const subject of subjects) await giveBack(subject);
    },
  };
}

/** Neither kind of address is kept as it is. */
function fingerprintOf({ kind, name }: Subject): string {
  const own = kind === 'address' ? networkOf(name) : name.trim().toLowerCase();
  return hash('sha256', `${kind}:${own}`, 'hex');
}

/** Whoever has one address of IPv6 has the 2^64 beside it too. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = tail === undefined ? front : [...front, ...zeros, ...back];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
