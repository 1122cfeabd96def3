import { afterEach, describe, expect, it, vi } from 'vitest';
import { prepareZone } from '../../contract/time-zone.ts';
import { buildBuckets } from './calendar.ts';

const dayMs = 24 * 3_600_000;
const at = (text: string) => Date.parse(text);

/** How often Intl was asked for the time in some zone. */
function countIntlCalls(): () => number {
  const parts = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  const text = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get');
  return () => parts.mock.calls.length + text.mock.calls.length;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('10,000 buckets', () => {
  const [firstDay, lastDay] = [at('2000-01-01'), at('2000-01-01') + 9_999 * dayMs];

  it('ask Intl for some thousand instants the first time, and for none the second', () => {
    const calls = countIntlCalls();
    expect(buildBuckets(firstDay, lastDay, 'day', 'Europe/Lisbon', 10_000)).toHaveLength(10_000);
    expect(calls()).toBeLessThan(6_500);
    const first = calls();
    buildBuckets(firstDay, lastDay, 'day', 'Europe/Lisbon', 10_000);
    expect(calls()).toBe(first);
  });

  it('ask for none at all once their zone was prepared, which lets others have their turn', async () => {
    const calls = countIntlCalls();
    let seen = 0;
    let mostAtOnce = 0;
    let isPrepared = false;
    const look = () => {
      mostAtOnce = Math.max(mostAtOnce, calls() - seen);
      seen = calls();
      if (!isPrepared) setImmediate(look);
    };
    setImmediate(look);
    await prepareZone('Europe/Rome', { from: firstDay - dayMs, to: lastDay + 2 * dayMs });
    isPrepared = true;
    expect(calls()).toBeGreaterThan(1_000);
    expect(mostAtOnce).toBeLessThan(150);
    const prepared = calls();
    buildBuckets(firstDay, lastDay, 'day', 'Europe/Rome', 10_000);
    expect(calls()).toBe(prepared);
  });
});
