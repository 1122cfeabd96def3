import { describe, expect, it } from 'vitest';
import { findDifference, takeCounts } from './same-answers.ts';

describe('answers to the same question', () => {
  const plain = takeCounts([{ day: '2026-03-01', visitors: 5 }], { key: 'day', counts: ['visitors'] });

  it('are the same under other names and types', () => {
    const rows = [{ ts: '2026-03-01T00:00:00.000Z', value: '5', more: 1 }];
    expect(findDifference(plain, takeCounts(rows, { key: 'ts', counts: ['value'] }))).toBeUndefined();
  });

  it('differ by a count, a row too few and a row too many', () => {
    expect(findDifference(plain, new Map([['2026-03-01', '6']]))).toBe('2026-03-01: 5 and 6');
    expect(findDifference(plain, new Map())).toBe('2026-03-01: 5 and nothing');
    expect(findDifference(new Map(), plain)).toBe('2026-03-01: nothing and 5');
  });
});
