import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';

/** Counts by name in a fixed window of a minute, in this process alone. */
export type MinuteCounter = {
  /** Throws `rate_limit_exceeded` over the limit. */
  count(name: string): void;
};

const minuteMs = 60_000;

export function createMinuteCounter(limit: number, clock: Clock): MinuteCounter {
  const counts = new Map<string, number>();
  let startedAt = 0;

  return {
    count(name) {
      const now = clock();
      // A clock that was set back must not prolong the window.
      if (now - startedAt >= minuteMs || now < startedAt) {
        startedAt = now;
        counts.clear();
      }
      const soFar = (counts.get(name) ?? 0) + 1;
      counts.set(name, soFar);
      const retryAfterSeconds = Math.max(1, Math.ceil((startedAt + minuteMs - now) / 1000));
      if (soFar <= limit) return;
      const details = { limit, window: '1 minute', retryAfter: retryAfterSeconds };
      throw new ApiError('rate_limit_exceeded', { details });
    },
  };
}
