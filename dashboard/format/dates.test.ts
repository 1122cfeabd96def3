import { expect, it } from 'vitest';
import { formatTick } from './dates.ts';

it('writes months so that their year is no day', () => {
  const november = Date.parse('2025-11-01T00:00:00Z');
  expect(formatTick(november, 'month', 'UTC', true)).toContain('2025');
});
