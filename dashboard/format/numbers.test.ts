import { expect, it } from 'vitest';
import { formatChange, formatPoints } from './numbers.ts';

it('writes changes as people read them', () => {
  expect([-0.123, 0.5, 1.5, 9, 41.2, 12_387.5].map(formatChange)).toEqual([
    '12.3%',
    '50%',
    '150%',
    '10×',
    '42×',
    'over 100×',
  ]);
  expect([1, -0.25, 12.34].map(formatPoints)).toEqual(['1 point', '0.3 points', '12.3 points']);
});
