import type { SettledPart } from '../settled-parts.ts';
import type { DueDay } from './due-days.ts';
import type { WebsiteDay } from './website-days.ts';

/** `at` is when it was last tried, Unix milliseconds. */
export type FailedDay = WebsiteDay & { part: SettledPart; message: string; at: number };

/** Days that could not be settled, each with an exponential backoff. */
export type FailedDays = {
  note(day: DueDay, error: unknown, now: number): void;
  mayTry(day: DueDay, now: number): boolean;
  remove(days: readonly DueDay[]): void;
  /** The others have no records any more, or another server settled them. */
  removeAllBut(due: readonly DueDay[]): void;
  list(): readonly FailedDay[];
};

const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;

export function createFailedDays(): FailedDays {
  const known = new Map<string, FailedDay & { waitMs: number }>();
  const keyOf = ({ workspaceId, websiteId, day, part }: DueDay) =>
    JSON.stringify([workspaceId, websiteId, day, part]);
  return {
    note(day, error, now) {
      const { workspaceId, websiteId, part } = day;
      const waitMs = Math.min((known.get(keyOf(day))?.waitMs ?? firstWaitMs / 2) * 2, longestWaitMs);
      const message = error instanceof Error ? error.message : String(error);
      known.set(keyOf(day), { workspaceId, websiteId, day: day.day, part, message, at: now, waitMs });
    },
    mayTry(day, now) {
      const failure = known.get(keyOf(day));
      return !failure || now - failure.at >= failure.waitMs;
    },
    remove(days) {
      if (known.size > 0) for (const day of days) known.delete(keyOf(day));
    },
    removeAllBut(due) {
      if (known.size === 0) return;
      const keys = new Set(due.map(keyOf));
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key);
    },
    list: () => [...known.values()].map(({ waitMs: _, ...failure }) => failure),
  };
}
