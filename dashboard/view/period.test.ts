import { describe, expect, it } from 'vitest';
import {
  alignComparison,
  chooseGranularity,
  fittingGranularities,
  lengthOf,
  resolveComparison,
  resolvePeriod,
  shiftRange,
} from './period.ts';

const now = Date.parse('2024-03-31T22:30:00Z');

describe('resolvePeriod', () => {
  it.each([
    ['today', '2024-03-31', '2024-03-31'],
    ['yesterday', '2024-03-30', '2024-03-30'],
    ['7d', '2024-03-25', '2024-03-31'],
    ['30d', '2024-03-02', '2024-03-31'],
    ['90d', '2024-01-02', '2024-03-31'],
    ['month', '2024-03-01', '2024-03-31'],
    ['last-month', '2024-02-01', '2024-02-29'],
    ['year', '2024-01-01', '2024-03-31'],
    ['12mo', '2023-04-01', '2024-03-31'],
  ] as const)('%s is %s to %s', (preset, from, to) => {
    expect(resolvePeriod(preset, 'UTC', now)).toEqual({ from, to });
  });

  it('knows which day it is in the zone', () => {
    expect(resolvePeriod('today', 'Europe/Berlin', now).from).toBe('2024-04-01');
    expect(resolvePeriod('month', 'Europe/Berlin', now).from).toBe('2024-04-01');
    expect(resolvePeriod('today', 'America/Los_Angeles', now).from).toBe('2024-03-31');
  });

  it('leaves exact days as they are', () => {
    const range = { from: '2024-01-05', to: '2024-01-06' };
    expect(resolvePeriod(range, 'Asia/Tokyo', now)).toEqual(range);
  });
});

describe('resolveComparison', () => {
  const march = { from: '2024-03-01', to: '2024-03-31' };

  it('takes as many days right before', () => {
    const days = { from: '2024-03-02', to: '2024-03-31' };
    const before = resolveComparison(days, 'previous');
    expect(before).toEqual({ from: '2024-02-01', to: '2024-03-01' });
    expect(before && lengthOf(before)).toBe(lengthOf(days));
  });

  it('takes the month before a month, and a whole February a year before', () => {
    expect(resolveComparison(march, 'previous')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    const february = { from: '2025-02-01', to: '2025-02-28' };
    expect(resolveComparison(february, 'year')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  });

  it('takes the same days a year before, the 28th of February for the 29th', () => {
    expect(resolveComparison(march, 'year')).toEqual({ from: '2023-03-01', to: '2023-03-31' });
    const leap = { from: '2024-02-29', to: '2024-02-29' };
    expect(resolveComparison(leap, 'year')).toEqual({ from: '2023-02-28', to: '2023-02-28' });
  });

  it('takes nothing', () => {
    expect(resolveComparison(march, 'none')).toBeUndefined();
  });
});

describe('shiftRange', () => {
  it('goes by its own length', () => {
    const week = { from: '2024-03-25', to: '2024-03-31' };
    expect(shiftRange(week, -1)).toEqual({ from: '2024-03-18', to: '2024-03-24' });
    expect(shiftRange(week, 1)).toEqual({ from: '2024-04-01', to: '2024-04-07' });
  });

  it('goes by months where it is whole months', () => {
    const october = { from: '2026-10-01', to: '2026-10-31' };
    const september = { from: '2026-09-01', to: '2026-09-30' };
    expect(shiftRange(october, -1)).toEqual(september);
    expect(shiftRange(september, 1)).toEqual(october);
    const winter = { from: '2023-12-01', to: '2024-02-29' };
    expect(shiftRange(winter, -1)).toEqual({ from: '2023-09-01', to: '2023-11-30' });
    const year = { from: '2024-01-01', to: '2024-12-31' };
    expect(shiftRange(year, 1)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  });
});

describe('alignComparison', () => {
  const week = { from: '2024-03-25', to: '2024-03-31' };
  const before = { from: '2024-03-18', to: '2024-03-24' };
  const clock = '13:05';
  const whole = { until: undefined };

  it('leaves days alone that are over', () => {
    expect(alignComparison(week, before, { today: '2024-04-01', clock })).toEqual({
      now: { range: week, ...whole },
      before: { range: before, ...whole },
    });
  });

  it('ends both at the same time of day where one goes on', () => {
    expect(alignComparison(week, before, { today: '2024-03-31', clock })).toEqual({
      now: { range: week, until: clock },
      before: { range: before, until: clock },
    });
  });

  it('leaves out days to come, on both sides', () => {
    expect(alignComparison(week, before, { today: '2024-03-26', clock })).toEqual({
      now: { range: { from: '2024-03-25', to: '2024-03-26' }, until: clock },
      before: { range: { from: '2024-03-18', to: '2024-03-19' }, until: clock },
    });
  });

  it('takes no more than is compared with', () => {
    const march = { from: '2023-03-01', to: '2023-03-31' };
    const february = { from: '2023-02-01', to: '2023-02-28' };
    expect(alignComparison(march, february, { today: '2023-03-31', clock })?.before.range).toEqual(february);
  });

  it('is nothing where no day has begun', () => {
    expect(alignComparison(week, before, { today: '2024-03-24', clock })).toBeUndefined();
  });
});

describe('granularities', () => {
  const days = (count: number) => ({
    from: '2024-01-01',
    to: new Date(Date.UTC(2024, 0, count)).toISOString().slice(0, 10),
  });

  it.each([
    [1, 'hour'],
    [2, 'hour'],
    [7, 'day'],
    [90, 'day'],
    [180, 'week'],
    [800, 'month'],
  ] as const)('%i days are shown by %s unless asked otherwise', (count, granularity) => {
    expect(chooseGranularity(days(count), undefined)).toBe(granularity);
  });

  it('gives what was asked for where it fits', () => {
    expect(chooseGranularity(days(30), 'week')).toBe('week');
    expect(chooseGranularity(days(30), 'hour')).toBe('day');
    expect(fittingGranularities(days(1))).toEqual(['hour']);
    expect(fittingGranularities(days(60))).toEqual(['day', 'week', 'month']);
  });
});
