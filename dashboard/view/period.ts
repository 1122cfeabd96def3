import {
  addDays,
  addMonths,
  type Day,
  dayIn,
  daysBetween,
  endOfMonth,
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
  const today = dayIn(zone, now);
  if (typeof period !== 'string') return untilToday(period, today);
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
      return { from, to: endOfMonth(from) };
    }
    case 'year':
      return { from: startOfYear(today), to: today };
    case '12mo':
      return { from: addDays(addMonths(today, -12), 1), to: today };
  }
}

/** Of days that begin later nothing is cut: it is said that they are still to come. */
function untilToday({ from, to }: Range, today: Day): Range {
  return { from, to: from <= today && to > today ? today : to };
}

export const lengthOf = ({ from, to }: Range): number => daysBetween(from, to) + 1;

/** The period right before; or the same days a year before. */
export function resolveComparison(range: Range, comparison: Comparison): Range | undefined {
  switch (comparison) {
    case 'previous':
      return shiftRange(range, -1);
    case 'year':
      return shiftMonths(range, -12);
    case 'none':
      return undefined;
  }
}

/** The range as long before or after; `steps` of -1 is the one before. Whole months go by months. */
export function shiftRange(range: Range, steps: number): Range {
  if (isWholeMonths(range)) return shiftMonths(range, steps * monthsOf(range));
  const days = steps * lengthOf(range);
  return { from: addDays(range.from, days), to: addDays(range.to, days) };
}

const isWholeMonths = ({ from, to }: Range): boolean => from === startOfMonth(from) && to === endOfMonth(to);

function monthsOf({ from, to }: Range): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth + 1;
}

function shiftMonths(range: Range, months: number): Range {
  const to = addMonths(range.to, months);
  return { from: addMonths(range.from, months), to: isWholeMonths(range) ? endOfMonth(to) : to };
}

/** Days that may end at a time of the last one. */
export type Stretch = { range: Range; until: string | undefined };

/**
 * What a change is between. Where the days go on until now, both end at the same time of day, on as many days: a day that
 * is not over would always seem a fall. Undefined where none has begun.
 */
export function alignComparison(
  range: Range,
  compared: Range,
  { today, clock }: { today: Day; clock: string },
): { now: Stretch; before: Stretch } | undefined {
  if (range.from > today) return undefined;
  if (range.to < today) {
    return { now: { range, until: undefined }, before: { range: compared, until: undefined } };
  }
  const now = { from: range.from, to: today };
  const days = Math.min(lengthOf(now), lengthOf(compared));
  const before = { from: compared.from, to: addDays(compared.from, days - 1) };
  return { now: { range: now, until: clock }, before: { range: before, until: clock } };
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
