import type { AlertMetric } from '../contract/alert-rule.ts';
import { dayOf } from '../contract/time-zone.ts';
import type { Window } from './windows.ts';

const locale = 'en-GB';
const upToTwo = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const upToOne = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

type CountedMetric = Exclude<AlertMetric, 'revenue' | 'bounce_rate' | 'no_data'>;

const nouns: Record<CountedMetric, [one: string, many: string]> = {
  visitors: ['visitor', 'visitors'],
  pageviews: ['pageview', 'pageviews'],
  conversions: ['conversion', 'conversions'],
};

export function formatNumber(metric: AlertMetric, value: number, currency: string): string {
  if (metric === 'bounce_rate') return `${upToOne.format(value)}%`;
  if (metric !== 'revenue') return upToTwo.format(value);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(value);
}

/** "1,240 visitors", "€12.00 of revenue", "a bounce rate of 43.2%" */
export function describeFigure(metric: AlertMetric, value: number, currency: string): string {
  const number = formatNumber(metric, value, currency);
  if (metric === 'revenue') return `${number} of revenue`;
  if (metric === 'bounce_rate') return `a bounce rate of ${number}`;
  if (metric === 'no_data') return `${number} pageviews and events`;
  const [one, many] = nouns[metric];
  return `${number} ${value === 1 ? one : many}`;
}

/** "Tue 10:00 to 12:00", "Mon 10:00 to Wed 10:00" */
export function describeWindow({ from, to }: Window, zone: string): string {
  const isOneDay = dayOf(from, zone) === dayOf(to - 1, zone);
  const end = isOneDay ? formatClock(to, zone) : `${formatWeekday(to, zone)} ${formatClock(to, zone)}`;
  return `${formatWeekday(from, zone)} ${formatClock(from, zone)} to ${end}`;
}

function formatClock(instant: number, zone: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
    instant,
  );
}

function formatWeekday(instant: number, zone: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: 'short' }).format(instant);
}

/** "3 March at 10:12" */
export function describeInstant(instant: number, zone: string): string {
  const day = new Intl.DateTimeFormat(locale, { timeZone: zone, day: 'numeric', month: 'long' }).format(
    instant,
  );
  return `${day} at ${formatClock(instant, zone)}`;
}

/** "34 minutes", "2 hours", "2 hours 5 minutes", "3 days" */
export function describeDuration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const parts = [count(days, 'day'), count(hours, 'hour'), count(rest, 'minute')].filter(
    (part) => part !== '',
  );
  return parts.slice(0, 2).join(' ');
}

function count(amount: number, unit: string): string {
  return amount === 0 ? '' : `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** "480, 512, 495 and 530" */
export function listNumbers(numbers: readonly string[]): string {
  const [last = ''] = numbers.slice(-1);
  return numbers.length < 2 ? last : `${numbers.slice(0, -1).join(', ')} and ${last}`;
}
