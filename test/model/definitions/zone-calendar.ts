/**
 * Days, hours, weeks and months of a time zone, told by what Intl shows for an instant: nothing here computes when
 * a day begins. No zone of today changes its offset elsewhere than on a quarter of an hour.
 */

export type Granularity = 'hour' | 'day' | 'week' | 'month';

const quarterMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** How far the clock on the wall is ahead of UTC. */
function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / quarterMs) * quarterMs;
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(quarter)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  offsets.set(key, wall - quarter);
  return wall - quarter;
}

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
export function dayIn(zone: string, instant: number): string {
  return dayText(instant + offsetAt(instant, zone));
}

export function addDays(day: string, days: number): string {
  return dayText(Date.parse(day) + days * dayMs);
}

const dayText = (wall: number): string => new Date(wall).toISOString().slice(0, 10);

/** A name that all instants of a bucket share, and no instant outside it. */
export function bucketIn(zone: string, granularity: Granularity, instant: number): string {
  const day = dayIn(zone, instant);
  switch (granularity) {
    case 'hour': {
      // An hour that the clock shows twice, when it goes back, is two hours.
      const offset = offsetAt(instant, zone);
      return `${new Date(instant + offset).toISOString().slice(0, 13)} ${offset}`;
    }
    case 'day':
      return day;
    case 'week':
      return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
    case 'month':
      return day.slice(0, 7);
  }
}

export type Bucket = { name: string; start: number };

const longestBucketDays = 32;

/** All buckets that touch the days from `first` to `last`, in order, each with its first instant. */
export function listBuckets(zone: string, granularity: Granularity, first: string, last: string): Bucket[] {
  const buckets: Bucket[] = [];
  const from = Date.parse(addDays(first, -longestBucketDays));
  const to = Date.parse(addDays(last, 2));
  let open: Bucket | undefined;
  for (let instant = from; instant < to; instant += quarterMs) {
    const name = bucketIn(zone, granularity, instant);
    if (open?.name !== name) open = { name, start: instant };
    const day = dayIn(zone, instant);
    if (day >= first && day <= last && buckets.at(-1) !== open) buckets.push(open);
  }
  return buckets;
}
