import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHitLimits } from './hit-limits.ts';

const start = Date.UTC(2026, 2, 1);
const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('hit limits', () => {
  it('allow so many hits an address in a minute', () => {
    const limits = createHitLimits(2, 100);
    expect([0, 1, 2, 3].map((n) => limits.allows('a', 'w', start + n))).toEqual([true, true, false, false]);
    expect(limits.allows('b', 'w', start + 4)).toBe(true);
  });

  it('allow so many hits a website in a minute, of which an address above its own limit uses none', () => {
    const limits = createHitLimits(2, 3);
    const of = (address: string) => limits.allows(address, 'w', start);
    expect([of('a'), of('a'), of('a'), of('a')]).toEqual([true, true, false, false]);
    expect([of('b'), of('c')]).toEqual([true, false]);
    expect(limits.allows('c', 'other', start)).toBe(true);
  });

  it.each([
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2:bbbb:cccc:dddd:eeee', true],
    ['2001:db8::1', '2001:db8:0:0:ffff::2', true],
    ['2001:db8:1:2::', '2001:db8:1:3::', false],
    ['::1', '::2', true],
    ['fe80::1:2:3:4', 'fe80::5:6:7:8', true],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.8', false],
    ['203.0.113.7', '203.0.113.8', false],
    ['unknown', '', false],
  ])('take %s and %s for one sender: %s', (one, other, isOne) => {
    const limits = createHitLimits(1, 100);
    expect(limits.allows(one, 'w', start)).toBe(true);
    expect(limits.allows(other, 'w', start)).toBe(!isOne);
  });

  it('start anew a minute after the first hit, and when the clock goes back', () => {
    const limits = createHitLimits(1, 100);
    expect(limits.allows('a', 'w', start)).toBe(true);
    expect(limits.allows('a', 'w', start + minuteMs - 1)).toBe(false);
    expect(limits.allows('a', 'w', start + minuteMs)).toBe(true);
    expect(limits.allows('a', 'w', start + minuteMs + 1)).toBe(false);
    expect(limits.allows('a', 'w', start)).toBe(true);
  });

  it('forget an address within a minute also when no further hit comes', () => {
    const limits = createHitLimits(1, 100);
    expect(limits.allows('a', 'w', start)).toBe(true);
    vi.advanceTimersByTime(minuteMs);
    // The same instant again: only the forgetting can have made room.
    expect(limits.allows('a', 'w', start)).toBe(true);
  });

  it('keep no program from ending', () => {
    vi.useRealTimers();
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    createHitLimits(1, 1);
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(before);
  });
});
