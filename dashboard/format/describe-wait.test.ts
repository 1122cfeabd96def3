import { describe, expect, it } from 'vitest';
import { Failure } from '../api/ask.ts';
import { describeWait } from './describe-wait.ts';

const failure = (retryAfter: unknown) => new Failure(429, 'too_many_sign_ins', 'Wait.', { retryAfter });

describe('how long to wait', () => {
  it.each([
    [15, 'Too many attempts. Try again in 15 seconds.'],
    [undefined, 'Wait.'],
  ])('after %j', (seconds, text) => {
    expect(describeWait(failure(seconds))).toBe(text);
  });

  it('is told in minutes, with the time of the clock, where it is a minute or more', () => {
    expect(describeWait(failure(61))).toMatch(/^Too many attempts\. Try again in 2 minutes, at .*\d:\d\d/);
  });

  it('is nothing for other failures', () => {
    expect(describeWait(new Failure(401, 'invalid_credentials', 'Wrong.'))).toBeUndefined();
  });
});
