import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import { parseDay } from '../../contract/instant.ts';
import { findSingle, type RawQuery } from '../../contract/raw-query.ts';
import { addDays, dayOf, instantOfWallTime, startOfDay } from '../../contract/time-zone.ts';

/** Whole calendar days of a zone, retention applied. Days are the start of the day in UTC; `to` is exclusive. */
export type DateRange = {
  zone: string;
  firstDay: number;
  lastDay: number;
  from: number;
  to: number;
  /** Records are retained from here on, whatever the range. */
  earliest: number;
};

/** The two surfaces name the same dates differently. */
export type DateNames = { from: string; to: string; invalidFrom: ErrorCode; invalidTo: ErrorCode };

export const restDates: DateNames = {
  from: 'from_date',
  to: 'to_date',
  invalidFrom: 'invalid_from_date',
  invalidTo: 'invalid_to_date',
};

export const metricsDates: DateNames = {
  from: 'from',
  to: 'to',
  invalidFrom: 'invalid_from',
  invalidTo: 'invalid_to',
};

export type Today = { now: number; retentionDays: number | null };

// No record can be older than 1970 or ahead of tomorrow, and the engine's calendar days end in 2149.
const firstRecordedDay = 0;
const latestDay = Date.UTC(2099, 11, 31);

export type GivenDays = { from: number | undefined; to: number | undefined };

export function parseGivenDays(query: RawQuery, names: DateNames): GivenDays {
  const from = parseDayParameter(query, names.from, names.invalidFrom);
  const to = parseDayParameter(query, names.to, names.invalidTo);
  if (from !== undefined && to !== undefined && to < from) throw new ApiError(names.invalidTo);
  return { from, to };
}

function parseDayParameter(query: RawQuery, name: string, code: ErrorCode): number | undefined {
  const text = findSingle(query, name, code);
  if (text === undefined) return undefined;
  const day = parseDay(text);
  if (day === undefined) throw new ApiError(code);
  return day;
}

/** Checked before the values: whoever forgot one date is told so, whatever the other says. */
export function refuseMissingDays(query: RawQuery, names: DateNames): void {
  const isMissing = (name: string) => query[name] === undefined || query[name] === '';
  if (isMissing(names.from) || isMissing(names.to)) throw new ApiError('from_date_and_to_date_required');
}

export function requireBothDays({ from, to }: GivenDays, zone: string, today: Today): DateRange {
  if (from === undefined || to === undefined) throw new ApiError('from_date_and_to_date_required');
  return buildRange(from, to, zone, today);
}

/** `lookbackDays` days ending today, or at `to`; from `from` to today when only that is given. */
export function buildLookback(given: GivenDays, lookbackDays: number, zone: string, today: Today): DateRange {
  const last = given.to ?? dayOf(today.now, zone);
  return buildRange(given.from ?? addDays(last, 1 - lookbackDays), last, zone, today);
}

export function buildAllTime(from: number | undefined, today: Today): DateRange {
  return buildRange(from ?? firstRecordedDay, latestDay, 'UTC', today);
}

const clockTime = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/** With `until`, a time such as 13:05 on the clocks of the zone, the range ends then on its last day. */
export function endAtClockTime(range: DateRange, query: RawQuery, zone: string): DateRange {
  const text = findSingle(query, 'until', 'invalid_until');
  if (text === undefined) return range;
  const [, hours, minutes, seconds = '0'] = clockTime.exec(text) ?? [];
  if (hours === undefined) throw new ApiError('invalid_until');
  const sinceMidnight = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  const end = instantOfWallTime(range.lastDay + sinceMidnight, zone);
  return { ...range, to: Math.min(range.to, Math.max(range.from, end)) };
}

function buildRange(firstDay: number, lastDay: number, zone: string, today: Today): DateRange {
  const earliestDay = earliestRetainedDay(zone, today);
  const first = Math.max(firstDay, earliestDay);
  const last = Math.min(lastDay, latestDay);
  return {
    firstDay: first,
    lastDay: last,
    from: startOfDay(first, zone),
    to: startOfDay(addDays(last, 1), zone),
    earliest: Math.max(0, startOfDay(earliestDay, zone)),
    zone,
  };
}

/** N days of retention are today and the N − 1 days before it. */
function earliestRetainedDay(zone: string, { now, retentionDays }: Today): number {
  return retentionDays === null
    ? firstRecordedDay
    : Math.max(firstRecordedDay, addDays(dayOf(now, zone), 1 - retentionDays));
}
