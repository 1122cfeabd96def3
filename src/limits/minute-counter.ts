import type { Clock } from '../contract/clock.ts';

/** Counts what each does in a minute, in this process alone, and forgets all of it when the minute is over. */
export type MinuteCounter = {
  limit: number;
  count(name: string): { isAllowed: boolean; retryAfterSeconds: number };
};

const minuteMs = 60_000;

export function createMinuteCounter(limit: number, clock: Clock): MinuteCounter {
  const counts = new Map<string, number>();
  let startedAt = 0;

  return {
    limit,
    count(name) {
      const now = clock();
      // A clock that was set back must not make this minute a long one.
      if (now - startedAt >= minuteMs || now < startedAt) {
        startedAt = now;
        counts.clear();
      }
      const soFar = (counts.get(name) ?? 0) + 1;
      counts.set(name, soFar);
      const retryAfterSeconds = Math.max(1, Math.ceil((startedAt + minuteMs - now) / 1000));
      return { isAllowed: soFar <= limit, retryAfterSeconds };
    },
  };
}
