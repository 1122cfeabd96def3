import { describe, expect, it } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import {
  buildAllTime,
  buildLookback,
  metricsDates,
  parseGivenDays,
  requireBothDays,
  restDates,
} from './date-range.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const now = Date.parse('2024-03-10T23:30:00Z');
const unlimited = { now, retentionDays: null };
const days = (from?: string, to?: string) => ({
  from: from ? day(from) : undefined,
  to: to ? day(to) : undefined,
});
const show = (instant: number) => new Date(instant).toISOString();
const codeOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error instanceof ApiError ? error.code : error;
  }
  return undefined;
};

describe('parseGivenDays', () => {
  it('reads the names of its surface and no others', () => {
    const query = { from_date: '2024-02-29', to_date: '2024-03-01', from: '2024-01-01' };
    expect(parseGivenDays(query, restDates)).toEqual(days('2024-02-29', '2024-03-01'));
    expect(parseGivenDays(query, metricsDates)).toEqual(days('2024-01-01'));
  });

  it('takes one day as first and last', () => {
    expect(parseGivenDays({ from_date: '2024-03-01', to_date: '2024-03-01' }, restDates)).toEqual(
      days('2024-03-01', '2024-03-01'),
    );
  });

  it.each([
    [{ from_date: '2023-02-29' }, 'invalid_from_date'],
    [{ from_date: ['2024-01-01', '2024-01-02'] }, 'invalid_from_date'],
    [{ from_date: '2024-01-02', to_date: '2024-01-01' }, 'invalid_to_date'],
    [{ to_date: 'today' }, 'invalid_to_date'],
    [{ from_date: 'x', to_date: 'y' }, 'invalid_from_date'],
  ])('refuses %j with %s', (query, code) => {
    expect(codeOf(() => parseGivenDays(query, restDates))).toBe(code);
  });

  it('names the parameter of its surface', () => {
    expect(codeOf(() => parseGivenDays({ from: 'x' }, metricsDates))).toBe('invalid_from');
    expect(codeOf(() => parseGivenDays({ to: 'x' }, metricsDates))).toBe('invalid_to');
  });
});

describe('requireBothDays', () => {
  it('covers both days whole, in UTC', () => {
    const range = requireBothDays(days('2024-02-29', '2024-03-01'), 'UTC', unlimited);
    expect([show(range.from), show(range.to)]).toEqual([
      '2024-02-29T00:00:00.000Z',
      '2024-03-02T00:00:00.000Z',
    ]);
  });

  it.each([
    ['2024-03-01', undefined],
    [undefined, '2024-03-01'],
    [undefined, undefined],
  ])('needs both: %s to %s', (from, to) => {
    expect(codeOf(() => requireBothDays(days(from, to), 'UTC', unlimited))).toBe(
      'from_date_and_to_date_required',
    );
  });

  it('starts at the earliest retained day: today is the first of N', () => {
    const range = requireBothDays(days('2024-01-01', '2024-03-10'), 'UTC', { now, retentionDays: 3 });
    expect(show(range.from)).toBe('2024-03-08T00:00:00.000Z');
    expect(range.firstDay).toBe(day('2024-03-08'));
  });

  it('leaves a range alone that is retained as a whole', () => {
    const range = requireBothDays(days('2024-03-09', '2024-03-10'), 'UTC', { now, retentionDays: 3 });
    expect(range.firstDay).toBe(day('2024-03-09'));
  });
});

describe('buildLookback', () => {
  it('counts days back from today in the zone, today included', () => {
    // 23:30 in UTC is already the 11th in Berlin, and still the 10th in New York.
    const berlin = buildLookback(days(), 2, 'Europe/Berlin', unlimited);
    expect([show(berlin.from), show(berlin.to)]).toEqual([
      '2024-03-09T23:00:00.000Z',
      '2024-03-11T23:00:00.000Z',
    ]);
    const newYork = buildLookback(days(), 1, 'America/New_York', unlimited);
    // The 10th of March 2024 has 23 hours there.
    expect([show(newYork.from), show(newYork.to)]).toEqual([
      '2024-03-10T05:00:00.000Z',
      '2024-03-11T04:00:00.000Z',
    ]);
  });

  it('runs from the given day to today', () => {
    const range = buildLookback(days('2024-03-07'), 1, 'UTC', unlimited);
    expect([range.firstDay, range.lastDay]).toEqual([day('2024-03-07'), day('2024-03-10')]);
  });

  it('takes the days that end at the given one', () => {
    const range = buildLookback(days(undefined, '2024-03-01'), 3, 'UTC', unlimited);
    expect([range.firstDay, range.lastDay]).toEqual([day('2024-02-28'), day('2024-03-01')]);
  });

  it('does not look at the number of days when both are given', () => {
    const range = buildLookback(days('2024-01-01', '2024-01-02'), 30, 'UTC', unlimited);
    expect([range.firstDay, range.lastDay]).toEqual([day('2024-01-01'), day('2024-01-02')]);
  });

  it('starts at the earliest day retained in the zone', () => {
    const range = buildLookback(days(), 30, 'Europe/Berlin', { now, retentionDays: 2 });
    expect(range.firstDay).toBe(day('2024-03-10'));
  });
});

describe('buildAllTime', () => {
  it('holds everything from 1970 on, or from the given day, or what is retained', () => {
    expect(show(buildAllTime(undefined, unlimited).from)).toBe('1970-01-01T00:00:00.000Z');
    expect(show(buildAllTime(day('2024-02-01'), unlimited).from)).toBe('2024-02-01T00:00:00.000Z');
    expect(show(buildAllTime(day('2024-02-01'), { now, retentionDays: 1 }).from)).toBe(
      '2024-03-10T00:00:00.000Z',
    );
    expect(buildAllTime(undefined, unlimited).to).toBeGreaterThan(now + 2 * 24 * 3600_000);
  });
});
