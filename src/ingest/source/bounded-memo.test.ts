import { describe, expect, it } from 'vitest';
import { memoize } from './bounded-memo.ts';

describe('memoize', () => {
  it('computes once for a string that keeps being asked for, and again for one long forgotten', () => {
    const computed: string[] = [];
    const lengthOf = memoize(2, (key) => {
      computed.push(key);
      return key.length;
    });
    for (const other of ['b', 'c', 'd', 'e', 'f']) {
      expect(lengthOf('often')).toBe(5);
      expect(lengthOf(other)).toBe(1);
    }
    expect(computed.filter((key) => key === 'often')).toHaveLength(1);
    expect(lengthOf('b')).toBe(1);
    expect(computed.filter((key) => key === 'b')).toHaveLength(2);
  });
});
