import { expect, it } from 'vitest';
import { ApiError } from '../contract/errors.ts';
import { createMinuteCounter } from './minute-counter.ts';

const start = 1_700_000_000_000;

/** The seconds after which to try again; undefined where it was allowed. */
const waitOf = (run: () => void): unknown => {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as ApiError).details?.retryAfter;
  }
};

it('allows each as much in a minute as the limit, and says when the next begins', () => {
  let now = start;
  const { count } = createMinuteCounter(2, () => now);
  for (const name of ['a', 'a', 'b']) count(name);
  now += 59_500;
  expect(waitOf(() => count('a'))).toBe(1);
  count('b');
  now += 500;
  count('a');
  count('a');
  expect(waitOf(() => count('a'))).toBe(60);
  expect(() => count('a')).toThrow(ApiError);
});

it('begins anew when the clock is set back', () => {
  let now = start;
  const { count } = createMinuteCounter(1, () => now);
  count('a');
  now -= 3_600_000;
  count('a');
  expect(waitOf(() => count('a'))).toBe(60);
});
