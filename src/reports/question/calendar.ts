/** Buckets of a time zone's calendar as instants, which are Unix milliseconds. */
import { addDays, startOfDay, wallTime } from '../../contract/time-zone.ts';

export type Granularity = 'hour' | 'day' | 'week' | 'month';

const hourMs = 3600 * 1000;

/**
 * The starts of all buckets that touch the days from `firstDay` to `lastDay`; a week starts on Monday and a
 * month on its first, also where that lies before `firstDay`. Stops soon after `most`.
 */
export function buildBuckets(
  firstDay: number,
  lastDay: number,
  granularity: Granularity,
  zone: string,
  most: number,
): number[] {
  const buckets: number[] = [];
  const end = startOfDay(addDays(lastDay, 1), zone);
  let day = firstDayOfBucket(firstDay, granularity);
  // An empty range, as one that is no longer retained, has no bucket.
  while (firstDay <= lastDay && day <= lastDay && buckets.length <= most) {
    const start = startOfDay(day, zone);
    if (granularity === 'hour') buckets.push(...hoursOf(start, startOfDay(addDays(day, 1), zone), zone));
    // A day that the zone skipped, as Samoa did in 2011, has no instant of its own: it begins with the next one.
    else if (start < end && start !== buckets.at(-1)) buckets.push(start);
    day = firstDayOfNextBucket(day, granularity);
  }
  return buckets;
}

function firstDayOfBucket(day: number, granularity: Granularity): number {
  if (granularity === 'week') return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
  if (granularity === 'month') return addDays(day, 1 - new Date(day).getUTCDate());
  return day;
}

function firstDayOfNextBucket(day: number, granularity: Granularity): number {
  if (granularity === 'week') return addDays(day, 7);
  if (granularity === 'month')
    return Date.UTC(new Date(day).getUTCFullYear(), new Date(day).getUTCMonth() + 1, 1);
  return addDays(day, 1);
}

/** Hours of the wall clock: where clocks move by half an hour, one bucket is shorter. */
function hoursOf(start: number, end: number, zone: string): number[] {
  const hours: number[] = [];
  for (let hour = start; hour < end; ) {
    hours.push(hour);
    hour += hourMs - (wallTime(hour, zone) % hourMs);
  }
  return hours;
}
