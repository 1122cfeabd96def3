/**
 * Days, hours, weeks and months of a time zone, told by what Intl shows for an instant: when a day begins is looked
 * for, not computed. No zone of today changes its offset elsewhere than on a quarter of an hour.
 */

export type Granularity = 'hour' | 'day' | 'week' | 'month';

const quarterMs = 15 * 60_000;
const hourMs = 4 * quarterMs;
const dayMs = 24 * hourMs;

/** How far the clock on the wall is ahead of UTC, and the calendar day that it shows. */
type Wall = { offset: number; day: string };

const walls = new Map<string, Map<number, Wall>>();

function wallAt(instant: number, zone: string): Wall {
  const quarter = Math.floor(instant / quarterMs) * quarterMs;
  const ofZone = walls.get(zone) ?? new Map<number, Wall>();
  const known = ofZone.get(quarter);
  if (known) return known;
  walls.set(zone, ofZone);
  const parts = new Map(
    formatOf(zone)
      .formatToParts(quarter)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  const found = { offset: wall - quarter, day: dayText(wall) };
  ofZone.set(quarter, found);
  return found;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** The calendar day, as YYYY-MM-DD: these compare as text. */
export const dayIn = (zone: string, instant: number): string => wallAt(instant, zone).day;

export function addDays(day: string, days: number): string {
  return dayText(Date.parse(day) + days * dayMs);
}

const dayText = (wall: number): string => new Date(wall).toISOString().slice(0, 10);

/** A name that all instants of a bucket share, and no instant outside it. */
export function bucketIn(zone: string, granularity: Granularity, instant: number): string {
  const { day, offset } = wallAt(instant, zone);
  switch (granularity) {
    case 'hour':
      // An hour that the clock shows twice, when it goes back, is two hours.
      return `${new Date(instant + offset).toISOString().slice(0, 13)} ${offset}`;
    case 'day':
      return day;
    case 'week':
      return mondayOf(day);
    case 'month':
      return day.slice(0, 7);
  }
}

const mondays = new Map<string, string>();

function mondayOf(day: string): string {
  const monday = mondays.get(day) ?? addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
  mondays.set(day, monday);
  return monday;
}

export type Bucket = { name: string; start: number };

/** All buckets that touch the days from `first` to `last`, in order, each with its first instant. */
export function listBuckets(zone: string, granularity: Granularity, first: string, last: string): Bucket[] {
  const buckets = new Map<string, Bucket>();
  for (let day = first; day <= last; day = addDays(day, 1)) {
    for (const instant of granularity === 'hour' ? quartersOf(day, zone) : [startOf(day, zone)]) {
      const name = bucketIn(zone, granularity, instant);
      if (!buckets.has(name)) buckets.set(name, { name, start: findStart(zone, granularity, name, instant) });
    }
  }
  return [...buckets.values()];
}

/** Weeks and months may begin before the first day that was asked for. */
function findStart(zone: string, granularity: Granularity, name: string, instant: number): number {
  if (granularity === 'week') return startOf(name, zone);
  return granularity === 'month' ? startOf(`${name}-01`, zone) : instant;
}

/** Every quarter of an hour of a calendar day. */
function quartersOf(day: string, zone: string): number[] {
  const quarters: number[] = [];
  for (let instant = startOf(day, zone); dayIn(zone, instant) === day; instant += quarterMs)
    quarters.push(instant);
  return quarters;
}

const starts = new Map<string, number>();

/** The first instant of a calendar day: looked for from before the day began anywhere on Earth. */
function startOf(day: string, zone: string): number {
  const key = `${zone} ${day}`;
  let instant = starts.get(key) ?? Date.parse(day) - 15 * hourMs;
  while (dayIn(zone, instant + 4 * hourMs) < day) instant += 4 * hourMs;
  while (dayIn(zone, instant) < day) instant += quarterMs;
  starts.set(key, instant);
  return instant;
}
