import { describe, expect, it } from 'vitest';
import { addDays, dayOf, startOfDay } from '../contract/time-zone.ts';
import { findRetentionEdge } from './delete-expired.ts';
import { findNextNight } from './find-next-night.ts';

const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kathmandu',
];

/** As reports have it: N days are today and the N − 1 before it, in the zone of whoever looks. */
const firstShown = (now: number, days: number, zone: string) =>
  startOfDay(addDays(dayOf(now, zone), 1 - days), zone);

describe('the edge of retention', () => {
  it.each([
    ['at midnight', '2026-03-01T00:00:00.000Z'],
    ['a millisecond before midnight', '2026-02-28T23:59:59.999Z'],
    ['on a leap day', '2028-02-29T12:00:00.000Z'],
    ['a year after a leap day', '2025-03-01T00:00:00.000Z'],
    ['when clocks go forward', '2026-03-29T01:30:00.000Z'],
    ['when clocks go back', '2026-10-25T01:30:00.000Z'],
    ['when clocks of New York go back', '2026-11-01T05:59:00.000Z'],
  ])('lies before all that any zone still shows, %s', (_, text) => {
    const now = Date.parse(text);
    for (const days of [1, 2, 30, 365, 366]) {
      const { edge, oldestVisit } = findRetentionEdge(now, days);
      for (const zone of zones) expect(edge).toBeLessThanOrEqual(firstShown(now, days, zone));
      // And not by more than a day and the hours that clocks are changed by.
      const latest = Math.max(...zones.map((zone) => firstShown(now, days, zone)));
      expect(latest - edge).toBeLessThanOrEqual(28 * 3_600_000);
      expect(edge - oldestVisit).toBe(86_400_000);
    }
  });

  it('is never before the first record that can be', () => {
    expect(findRetentionEdge(86_400_000, 30)).toEqual({ edge: 0, oldestVisit: 0 });
  });
});

describe('the next night', () => {
  it('is the next half past two in UTC', () => {
    const next = (text: string) => new Date(findNextNight(Date.parse(text))).toISOString();
    expect(next('2026-03-01T00:00:00Z')).toBe('2026-03-01T02:30:00.000Z');
    expect(next('2026-03-01T02:30:00Z')).toBe('2026-03-02T02:30:00.000Z');
    expect(next('2028-02-28T12:00:00Z')).toBe('2028-02-29T02:30:00.000Z');
  });
});
