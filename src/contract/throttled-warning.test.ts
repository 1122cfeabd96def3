import { expect, it } from 'vitest';
import { createThrottledWarning } from './throttled-warning.ts';

it('logs each sentence once a minute, and says how many were left out', () => {
  let now = 0;
  const lines: unknown[] = [];
  const log = { warn: (fields: object, sentence: string) => lines.push([sentence, fields]) };
  const warn = createThrottledWarning(log, () => now);
  const error = new Error('away');
  for (const sentence of ['a', 'a', 'b', 'a']) warn(error, sentence);
  now += 59_999;
  warn(error, 'a');
  now += 1;
  warn(error, 'a');
  now -= 3_600_000;
  warn(error, 'a');
  expect(lines).toEqual([
    ['a', { err: error, leftOut: 0 }],
    ['b', { err: error, leftOut: 0 }],
    ['a', { err: error, leftOut: 3 }],
    ['a', { err: error, leftOut: 0 }],
  ]);
});
