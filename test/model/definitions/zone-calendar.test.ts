import { describe, expect, it } from 'vitest';
import { addDays, bucketIn, dayIn, type Granularity, listBuckets } from './zone-calendar.ts';

const starts = (zone: string, granularity: Granularity, first: string, last: string) =>
  listBuckets(zone, granularity, first, last).map(({ start }) => new Date(start).toISOString().slice(0, 16));

describe('the calendar of a zone', () => {
  it('tells the day that its clocks show', () => {
    expect(dayIn('UTC', Date.parse('2025-03-30T23:59:59.999Z'))).toBe('2025-03-30');
    expect(dayIn('Pacific/Kiritimati', Date.parse('2025-03-30T10:00:00Z'))).toBe('2025-03-31');
    expect(dayIn('Pacific/Pago_Pago', Date.parse('2025-03-30T10:59:00Z'))).toBe('2025-03-29');
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  });

  it('has days of 23 and of 25 hours where clocks change', () => {
    expect(starts('Europe/Berlin', 'hour', '2025-03-30', '2025-03-30')).toHaveLength(23);
    expect(starts('Europe/Berlin', 'hour', '2025-10-26', '2025-10-26')).toHaveLength(25);
    expect(starts('Europe/Berlin', 'day', '2025-03-30', '2025-03-31')).toEqual([
      '2025-03-29T23:00',
      '2025-03-30T22:00',
    ]);
  });

  it('begins a day at one where midnight is skipped', () => {
    expect(starts('Africa/Cairo', 'day', '2025-04-25', '2025-04-25')).toEqual(['2025-04-24T22:00']);
    expect(starts('Africa/Cairo', 'hour', '2025-04-25', '2025-04-25')).toHaveLength(23);
  });

  it('has a half hour where clocks go back by half of one', () => {
    const hours = starts('Australia/Lord_Howe', 'hour', '2025-04-06', '2025-04-06');
    expect(hours.slice(0, 4)).toEqual([
      '2025-04-05T13:00',
      '2025-04-05T14:00',
      '2025-04-05T15:00',
      '2025-04-05T15:30',
    ]);
  });

  it('begins weeks on Monday and months on the first, also before the first day', () => {
    expect(starts('America/New_York', 'week', '2025-03-12', '2025-03-17')).toEqual([
      '2025-03-10T04:00',
      '2025-03-17T04:00',
    ]);
    expect(starts('Asia/Kathmandu', 'month', '2025-03-12', '2025-04-01')).toEqual([
      '2025-02-28T18:15',
      '2025-03-31T18:15',
    ]);
  });

  it('has no bucket for no day', () => {
    expect(starts('UTC', 'month', '2025-03-12', '2025-03-11')).toEqual([]);
  });

  it('gives all instants of a bucket the same name', () => {
    const twice = ['2025-10-26T00:30:00Z', '2025-10-26T01:30:00Z'].map((text) =>
      bucketIn('Europe/Berlin', 'hour', Date.parse(text)),
    );
    expect(twice[0]).not.toBe(twice[1]);
    expect(bucketIn('Europe/Berlin', 'month', Date.parse('2025-02-28T23:00:00Z'))).toBe('2025-03');
  });
});
