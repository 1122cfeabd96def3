import {
  addDays,
  addMonths,
  type Day,
  dayIn,
  daysBetween,
  daysInMonth,
  startOfMonth,
  startOfYear,
} from './day.ts';

export type Range = { from: Day; to: Day };

export const presets = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
  'last-month': 'Last month',
  year: 'This year',
  '12mo': 'Last 12 months',
} as const;

export type Preset = keyof typeof presets;
export type Period = Preset | Range;
export const defaultPreset: Preset = '30d';

export const comparisons = {
  previous: 'Previous period',
  year: 'Previous year',
  none: 'No comparison',
} as const;

export type Comparison = keyof typeof comparisons;

export const isPreset = (text: string | null): text is Preset =>
  text !== null && Object.hasOwn(presets, text);

export function resolvePeriod(period: Period, zone: string, now: number): Range {
  if (typeof period !== 'string') return period;
  const today = dayIn(zone, now);
  const last = (days: number): Range => ({ from: addDays(today, 1 - days), to: today });
  switch (period) {
    case 'today':
      return last(1);
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case '7d':
      return last(7);
    case '30d':
      return last(30);
    case '90d':
      return last(90);
    case 'month':
      return { from: startOfMonth(today), to: today };
    case 'last-month': {
      const from = addMonths(startOfMonth(today), -1);
      return { from, to: addDays(from, daysInMonth(from) - 1) };
    }
    case 'year':
      return { from: startOfYear(today), to: today };
    case '12mo':
      return { from: addDays(addMonths(today, -12), 1), to: today };
  }
}

export const lengthOf = ({ from, to }: Range): number => daysBetween(from, to) + 1;

/** The days right before, as many; or the same days a year before. */
export function resolveComparison(range: Range, comparison: Comparison): Range | undefined {
  switch (comparison) {
    case 'previous':
      return { from: addDays(range.from, -lengthOf(range)), to: addDays(range.from, -1) };
    case 'year':
      return { from: addMonths(range.from, -12), to: addMonths(range.to, -12) };
    case 'none':
      return undefined;
  }
}

/** The range as long before or after; `steps` of -1 is the one before. */
export function shiftRange(range: Range, steps: number): Range {
  const days = steps * lengthOf(range);
  return { from: addDays(range.from, days), to: addDays(range.to, days) };
}

export const granularities = { hour: 'Hours', day: 'Days', week: 'Weeks', month: 'Months' } as const;
export type Granularity = keyof typeof granularities;

const most: Record<Granularity, number> = { hour: 14, day: 400, week: 3700, month: Number.POSITIVE_INFINITY };
const fewest: Record<Granularity, number> = { hour: 1, day: 2, week: 14, month: 32 };

/** Those that give neither a single point nor a thicket. */
export function fittingGranularities(range: Range): Granularity[] {
  const days = lengthOf(range);
  const names = Object.keys(granularities) as Granularity[];
  return names.filter((name) => days >= fewest[name] && days <= most[name]);
}

export function chooseGranularity(range: Range, wanted: Granularity | undefined): Granularity {
  if (wanted && fittingGranularities(range).includes(wanted)) return wanted;
  const days = lengthOf(range);
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return days <= 400 ? 'week' : 'month';
}
