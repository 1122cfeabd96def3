import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, isTimeZone, startOfDay } from '../../contract/time-zone.ts';
import { buildBuckets, type Granularity } from './calendar.ts';

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
const longest = { hour: hourMs + 1, day: 26 * hourMs, week: 8 * dayMs, month: 32 * dayMs };
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const iso = (instant: number) => new Date(instant).toISOString().replace('.000Z', 'Z');
const bucketsOf = (first: string, last: string, granularity: Granularity, zone: string) =>
  buildBuckets(day(first), day(last), granularity, zone, 10_000).map(iso);

describe('isTimeZone', () => {
  it.each([
    'UTC',
    'Europe/Berlin',
    'europe/berlin',
    'Asia/Kolkata',
    'Etc/GMT+1',
    'EST',
    'America/Argentina/Ushuaia',
  ])('takes %s', (zone) => {
    expect(isTimeZone(zone)).toBe(true);
  });

  it.each([
    '',
    'Mars/Phobos',
    '+01:00',
    '-0300',
    'GMT+1',
    'PST',
    'IST',
    'SystemV/PST8',
    ' UTC',
    'UTC\0',
    'x'.repeat(65),
  ])('refuses %j, which is no IANA zone', (zone) => {
    expect(isTimeZone(zone)).toBe(false);
  });
});

describe('startOfDay', () => {
  it.each([
    ['UTC', '2024-02-29', '2024-02-29T00:00:00Z'],
    ['Europe/Berlin', '2024-03-31', '2024-03-30T23:00:00Z'],
    ['Europe/Berlin', '2024-04-01', '2024-03-31T22:00:00Z'],
    ['Asia/Kolkata', '2024-03-10', '2024-03-09T18:30:00Z'],
    ['Asia/Kathmandu', '2024-03-10', '2024-03-09T18:15:00Z'],
    // Clocks went from 00:00 to 01:00: the day begins at 01:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z'],
    // Clocks went from 24:00 back to 23:00: the 18th begins at the second midnight.
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00Z'],
    ['Australia/Lord_Howe', '2024-10-07', '2024-10-06T13:00:00Z'],
    ['Pacific/Kiritimati', '2024-01-01', '2023-12-31T10:00:00Z'],
    ['Pacific/Pago_Pago', '2024-01-01', '2024-01-01T11:00:00Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z'],
    // Until 1972 Liberia was 44 minutes and 30 seconds behind.
    ['Africa/Monrovia', '1971-06-01', '1971-06-01T00:44:30Z'],
  ])('in %s, %s begins at %s', (zone, text, start) => {
    expect(iso(startOfDay(day(text), zone))).toBe(start);
  });
});

describe('buildBuckets', () => {
  it('cuts weeks on Monday and months on the first, also before the first day', () => {
    // 2024-02-29 is a Thursday.
    expect(bucketsOf('2024-02-29', '2024-03-04', 'week', 'UTC')).toEqual([
      '2024-02-26T00:00:00Z',
      '2024-03-04T00:00:00Z',
    ]);
    expect(bucketsOf('2023-12-31', '2024-02-01', 'month', 'UTC')).toEqual([
      '2023-12-01T00:00:00Z',
      '2024-01-01T00:00:00Z',
      '2024-02-01T00:00:00Z',
    ]);
  });

  it('has 23 and 25 hours where an hour is skipped or repeated', () => {
    expect(bucketsOf('2024-03-31', '2024-03-31', 'hour', 'Europe/Berlin')).toHaveLength(23);
    expect(bucketsOf('2024-10-27', '2024-10-27', 'hour', 'Europe/Berlin')).toHaveLength(25);
  });

  it('has one short hour where clocks move by thirty minutes', () => {
    const autumn = bucketsOf('2024-04-07', '2024-04-07', 'hour', 'Australia/Lord_Howe');
    expect(autumn).toHaveLength(25);
    // 01:00 at +11, then 01:30 and 02:00 at +10:30.
    expect(autumn.slice(1, 4)).toEqual([
      '2024-04-06T14:00:00Z',
      '2024-04-06T15:00:00Z',
      '2024-04-06T15:30:00Z',
    ]);
    const spring = bucketsOf('2024-10-06', '2024-10-06', 'hour', 'Australia/Lord_Howe');
    expect(spring).toHaveLength(24);
    // 01:00 at +10:30, then 02:30 and 03:00 at +11.
    expect(spring.slice(1, 4)).toEqual([
      '2024-10-05T14:30:00Z',
      '2024-10-05T15:30:00Z',
      '2024-10-05T16:00:00Z',
    ]);
  });

  it('leaves out a day that a zone skipped', () => {
    expect(bucketsOf('2011-12-28', '2012-01-01', 'day', 'Pacific/Apia')).toEqual([
      '2011-12-28T10:00:00Z',
      '2011-12-29T10:00:00Z',
      '2011-12-30T10:00:00Z',
      '2011-12-31T10:00:00Z',
    ]);
    expect(bucketsOf('2011-12-30', '2011-12-30', 'hour', 'Pacific/Apia')).toEqual([]);
    expect(bucketsOf('2011-12-30', '2011-12-30', 'day', 'Pacific/Apia')).toEqual([]);
    expect(bucketsOf('2011-12-29', '2011-12-30', 'day', 'Pacific/Apia')).toEqual(['2011-12-29T10:00:00Z']);
  });

  it('stops soon after the most it may give', () => {
    expect(buildBuckets(day('1970-01-01'), day('2099-12-31'), 'hour', 'UTC', 100).length).toBeLessThan(150);
  });
});

describe('a range without a day', () => {
  it.each(['hour', 'day', 'week', 'month'] as const)('has no %s', (granularity) => {
    expect(bucketsOf('2024-03-07', '2024-03-06', granularity, 'UTC')).toEqual([]);
  });
});

describe('the calendar in many zones', () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Calcutta', 'US/Eastern'];
  const anyZone = fc.constantFrom(...zones);
  const anyDay = fc.integer({ min: 1, max: 20_000 }).map((days) => days * dayMs);
  const anySpan = fc.integer({ min: 0, max: 40 });
  const anyGranularity = fc.constantFrom<Granularity>('hour', 'day', 'week', 'month');

  it('begins each day at local midnight, or at the first instant that the day has', () => {
    fc.assert(
      fc.property(anyZone, anyDay, (zone, wanted) => {
        const start = startOfDay(wanted, zone);
        const found = dayOf(start, zone);
        // A day that a zone skipped begins with the next one.
        expect(found).toBeGreaterThanOrEqual(wanted);
        expect(found).toBeLessThanOrEqual(addDays(wanted, 1));
        expect(dayOf(start - 1, zone)).toBeLessThan(wanted);
      }),
      { numRuns: 1500 },
    );
  });

  it('puts every instant of the range in exactly one bucket', () => {
    const anyInstant = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    fc.assert(
      fc.property(
        anyZone,
        anyDay,
        anySpan,
        anyGranularity,
        anyInstant,
        (zone, first, span, granularity, part) => {
          const last = addDays(first, span);
          const from = startOfDay(first, zone);
          const to = startOfDay(addDays(last, 1), zone);
          const buckets = buildBuckets(first, last, granularity, zone, 10_000);
          expect(buckets.every((start, index) => index === 0 || start > (buckets[index - 1] as number))).toBe(
            true,
          );
          if (to === from) return;
          const instant = Math.min(Math.floor(from + part * (to - from)), to - 1);
          expect(buckets[0]).toBeLessThanOrEqual(from);
          expect(buckets.at(-1)).toBeLessThan(to);
          const bucket = buckets.filter((start) => start <= instant).at(-1) as number;
          const next = buckets.find((start) => start > instant) ?? to;
          expect(instant - bucket).toBeLessThan(longest[granularity]);
          // Where clocks are set back over midnight, an hour of the day before lies after the day's first minute.
          const nearMidnight = instant - bucket < hourMs || next - instant <= hourMs;
          if (granularity === 'day' && !nearMidnight) expect(dayOf(instant, zone)).toBe(dayOf(bucket, zone));
        },
      ),
      { numRuns: 600 },
    );
  });
});
