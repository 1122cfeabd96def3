import { addDays, dayIn } from './zone-calendar.ts';

/** The days that a report covers, both ends included, in the zone that cuts them. */
export type Days = { first: string; last: string; zone: string };

/** N days of retention are today and the N − 1 days before it; an earlier beginning is moved there. */
export function retainedDays(days: Days, now: number, retentionDays: number | null): Days {
  if (retentionDays === null) return days;
  const earliest = addDays(dayIn(days.zone, now), 1 - retentionDays);
  return days.first >= earliest ? days : { ...days, first: earliest };
}

export const allTime = { first: '1970-01-01', last: '2099-12-31' };

export function covers({ first, last, zone }: Days, instant: number): boolean {
  const day = dayIn(zone, instant);
  return day >= first && day <= last;
}
