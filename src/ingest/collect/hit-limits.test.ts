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
    expect([0, 1, 2, 3].map((n) => limits.allowsAddress('a', start + n))).toEqual([true, true, false, false]);
    expect(limits.allowsAddress('b', start + 4)).toBe(true);
  });

  it('allow so many hits a website in a minute, whatever its addresses send elsewhere', () => {
    const limits = createHitLimits(2, 3);
    for (let hit = 0; hit < 10; hit += 1) limits.allowsAddress('w', start);
    const of = (website: string) => limits.allowsWebsite(website, start);
    expect([of('w'), of('w'), of('w'), of('w')]).toEqual([true, true, true, false]);
    expect(of('other')).toBe(true);
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
    expect(limits.allowsAddress(one, start)).toBe(true);
    expect(limits.allowsAddress(other, start)).toBe(!isOne);
  });

  it('start anew a minute after the first hit, and when the clock goes back', () => {
    const limits = createHitLimits(1, 100);
    expect(limits.allowsAddress('a', start)).toBe(true);
    expect(limits.allowsAddress('a', start + minuteMs - 1)).toBe(false);
    expect(limits.allowsAddress('a', start + minuteMs)).toBe(true);
    expect(limits.allowsAddress('a', start + minuteMs + 1)).toBe(false);
    expect(limits.allowsAddress('a', start)).toBe(true);
  });

  it('forget an address within a minute also when no further hit comes', () => {
    const limits = createHitLimits(1, 100);
    expect(limits.allowsAddress('a', start)).toBe(true);
    vi.advanceTimersByTime(minuteMs);
    // The same instant again: only the forgetting can have made room.
    expect(limits.allowsAddress('a', start)).toBe(true);
  });

  it('keep no program from ending', () => {
    vi.useRealTimers();
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    createHitLimits(1, 1);
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(before);
  });
});
