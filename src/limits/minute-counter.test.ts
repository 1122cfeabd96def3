import { expect, it } from 'vitest';
import { createMinuteCounter } from './minute-counter.ts';

const start = 1_700_000_000_000;

it('allows each as much in a minute as the limit, and says when the next begins', () => {
  let now = start;
  const { count } = createMinuteCounter(2, () => now);
  expect([count('a').isAllowed, count('a').isAllowed, count('b').isAllowed]).toEqual([true, true, true]);
  now += 59_500;
  expect(count('a')).toEqual({ isAllowed: false, retryAfterSeconds: 1 });
  expect(count('b').isAllowed).toBe(true);
  now += 500;
  expect(count('a')).toEqual({ isAllowed: true, retryAfterSeconds: 60 });
});

it('begins anew when the clock is set back', () => {
  let now = start;
  const { count } = createMinuteCounter(1, () => now);
  count('a');
  now -= 3_600_000;
  expect(count('a')).toEqual({ isAllowed: true, retryAfterSeconds: 60 });
});
