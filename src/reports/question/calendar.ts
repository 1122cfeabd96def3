/** Days, weeks and months of a time zone as instants. All instants are Unix milliseconds. */
import { requireZone, type ZoneOffsets } from './zone-offsets.ts';

export type Granularity = 'hour' | 'day' | 'week' | 'month';

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const dayMs = 24 * hourMs;

/** Names that Intl takes beside those of IANA; IST alone stands for three countries. */
const foreignNames =
  /^(ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST|SystemV\/.*)$/i;

/** Intl also takes offsets such as +01:00; only named zones have a calendar of their own. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || name.length > 64 || foreignNames.test(name)) return false;
  try {
    requireZone(name);
    return true;
  } catch {
    return false;
  }
}

/** Before a long range of days is cut: what is known of the zone then is looked up and not worked out at once. */
export async function prepareZone(zone: string, range: { from: number; to: number }): Promise<void> {
  await requireZone(zone).prepare(range.from, range.to);
}

/** What the clock on the wall shows in the zone, as if it were UTC. */
function wallTime(instant: number, zone: ZoneOffsets): number {
  return instant + zone.at(instant);
}

/** The calendar day of an instant, as the start of that day in UTC. */
export function dayOf(instant: number, zone: string): number {
  return dayIn(requireZone(zone), instant);
}

function dayIn(zone: ZoneOffsets, instant: number): number {
  return Math.floor(wallTime(instant, zone) / dayMs) * dayMs;
}

/** The first instant of a calendar day in the zone, also where clocks skip midnight. */
export function startOfDay(day: number, zone: string): number {
  return startIn(requireZone(zone), day);
}

function startIn(zone: ZoneOffsets, day: number): number {
  // No zone is more than 15 hours from UTC, so the day begins between these two; offsets have whole seconds.
  let before = (day - 16 * hourMs) / secondMs;
  let atOrAfter = (day + 16 * hourMs) / secondMs;
  const guess = (day - (wallTime(day, zone) - day)) / secondMs;
  if (dayIn(zone, guess * secondMs) >= day && dayIn(zone, (guess - 1) * secondMs) < day)
    return guess * secondMs;
  while (atOrAfter - before > 1) {
    const middle = Math.floor((before + atOrAfter) / 2);
    if (dayIn(zone, middle * secondMs) >= day) atOrAfter = middle;
    else before = middle;
  }
  return atOrAfter * secondMs;
}

export function addDays(day: number, days: number): number {
  return day + days * dayMs;
}

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
  const offsets = requireZone(zone);
  const startOf = (each: number) => startIn(offsets, each);
  const end = startOf(addDays(lastDay, 1));
  let day = firstDayOfBucket(firstDay, granularity);
  // No day at all, as of a range that is no longer retained, has no bucket.
  while (firstDay <= lastDay && day <= lastDay && buckets.length <= most) {
    const start = startOf(day);
    if (granularity === 'hour') buckets.push(...hoursOf(start, startOf(addDays(day, 1)), offsets));
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
function hoursOf(start: number, end: number, zone: ZoneOffsets): number[] {
  const hours: number[] = [];
  for (let hour = start; hour < end; ) {
    hours.push(hour);
    hour += hourMs - (wallTime(hour, zone) % hourMs);
  }
  return hours;
}
