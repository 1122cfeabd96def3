import { type Day, startOf } from '../view/day.ts';
import type { Granularity, Range } from '../view/period.ts';

/** A day is the same in every zone, so it is written in the one in which it was counted. */
const dayFormat = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const monthFormat = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', month: 'long', year: 'numeric' });

export const formatDay = (day: Day): string => dayFormat.format(startOf(day));
export const formatMonth = (day: Day): string => monthFormat.format(startOf(day));

export function formatRange({ from, to }: Range): string {
  return from === to ? formatDay(from) : dayFormat.formatRange(startOf(from), startOf(to));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string, options: Intl.DateTimeFormatOptions, instant: number): string {
  const key = zone + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(undefined, { timeZone: zone, ...options });
    formats.set(key, format);
  }
  return format.format(instant);
}

const long: Record<Granularity, Intl.DateTimeFormatOptions> = {
  hour: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  week: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

const short: Record<Granularity, Intl.DateTimeFormatOptions> = {
  hour: { hour: 'numeric', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  // Two digits would read as a day: Nov 25.
  month: { month: 'short', year: 'numeric' },
};

/** A bucket of a series by its start, in the zone that cut it. */
export function formatBucket(start: number, granularity: Granularity, zone: string): string {
  const text = formatIn(zone, long[granularity], start);
  return granularity === 'week' ? `Week of ${text}` : text;
}

export function formatTick(start: number, granularity: Granularity, zone: string, manyDays: boolean): string {
  return formatIn(zone, granularity === 'hour' && manyDays ? short.day : short[granularity], start);
}

export const formatInstant = (instant: string | number, zone: string): string =>
  formatIn(zone, { dateStyle: 'medium', timeStyle: 'short' }, new Date(instant).getTime());

export const formatTime = (instant: string | number, zone: string): string =>
  formatIn(zone, { timeStyle: 'short' }, new Date(instant).getTime());

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const clockAndDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** By the reader's own clock, with the day where that is not today. */
export function formatMoment(instant: number, now = Date.now()): string {
  const isToday = new Date(instant).toDateString() === new Date(now).toDateString();
  return (isToday ? clock : clockAndDay).format(instant);
}

/** "Sunday, 15 November 2026" in the zone. */
export const formatDate = (instant: string | number, zone: string): string =>
  formatIn(zone, long.day, new Date(instant).getTime());

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
];

/** "3 minutes ago" */
export function formatAgo(instant: string | number, now = Date.now()): string {
  let amount = (new Date(instant).getTime() - now) / 1000;
  for (const [unit, size] of steps) {
    if (Math.abs(amount) < size) return relative.format(Math.round(amount), unit);
    amount /= size;
  }
  return '';
}
