import { describe, expect, it } from 'vitest';
import { startOfDay } from '../../contract/time-zone.ts';
import { slotFrom } from '../../store/analytics/definitions/slots.ts';
import { buildBuckets, type Granularity } from '../question/calendar.ts';
import { findRuns } from './buckets.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

/** The slots of all buckets from the first day to the last, and the slot after the range. */
function slotsOf(first: string, last: string, granularity: Granularity, zone: string) {
  const starts = buildBuckets(day(first), day(last), granularity, zone, 10_000);
  return {
    firstSlots: starts.map(slotFrom),
    end: slotFrom(startOfDay(day(last) + 86_400_000, zone)),
  };
}

/** What the SQL of a series does. */
function findBucket(runs: ReturnType<typeof findRuns>, slot: number): number | undefined {
  const run = runs.findLast(({ first }) => first <= slot);
  if (!run) return undefined;
  return run.isOne ? run.first : run.first + Math.floor((slot - run.first) / run.width) * run.width;
}

describe('findRuns', () => {
  it.each<[string, string, Granularity, string, runs: number]>([
    ['2026-03-01', '2026-03-31', 'day', 'UTC', 1],
    ['2026-03-01', '2026-03-28', 'day', 'Europe/Berlin', 1],
    // The 29th has 23 hours.
    ['2026-03-01', '2026-03-31', 'day', 'Europe/Berlin', 3],
    // A short day at the end is as good as one of 24 hours, a long one is not.
    ['2026-03-01', '2026-03-29', 'day', 'Europe/Berlin', 1],
    ['2026-10-01', '2026-10-25', 'day', 'Europe/Berlin', 2],
    ['2026-03-01', '2026-04-30', 'hour', 'Europe/Berlin', 1],
    ['2026-03-04', '2026-03-24', 'week', 'Asia/Kathmandu', 1],
    ['2026-01-01', '2026-12-31', 'month', 'UTC', 11],
    ['2026-03-07', '2026-03-07', 'month', 'UTC', 1],
    ['2026-04-01', '2026-04-30', 'hour', 'Australia/Lord_Howe', 3],
  ])('from %s to %s by %s in %s finds the bucket of every slot', (first, last, granularity, zone, count) => {
    const { firstSlots, end } = slotsOf(first, last, granularity, zone);
    const runs = findRuns(firstSlots, end);
    expect(runs).toHaveLength(count);
    const [from = 0] = firstSlots;
    const slots = Array.from({ length: end - from }, (_, index) => from + index);
    const misplaced = slots.filter(
      (slot) => findBucket(runs, slot) !== firstSlots.findLast((start) => start <= slot),
    );
    expect(misplaced).toEqual([]);
  });

  it('finds none where there is no bucket', () => {
    expect(findRuns([], 0)).toEqual([]);
  });
});
