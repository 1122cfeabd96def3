/** A calendar day as YYYY-MM-DD: what the API takes, and what sorts as text. */
export type Day = string;

const dayMs = 86_400_000;
const pattern = /^\d{4}-\d{2}-\d{2}$/;

export function parseDay(text: string | null): Day | undefined {
  if (text === null || !pattern.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(at) && dayAt(at) === text ? text : undefined;
}

/** Midnight in UTC: days are counted there, whatever the zone of the view. */
export const startOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

const dayAt = (instant: number): Day => new Date(instant).toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => dayAt(startOf(day) + days * dayMs);

/** How many days lie between them. */
export const daysBetween = (from: Day, to: Day): number => Math.round((startOf(to) - startOf(from)) / dayMs);

/** The last of February stands for the 29th in years without one. */
export function addMonths(day: Day, months: number): Day {
  const start = new Date(startOf(day));
  const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1);
  const last = daysInMonth(dayAt(first));
  return addDays(dayAt(first), Math.min(start.getUTCDate(), last) - 1);
}

export const startOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;
export const endOfMonth = (day: Day): Day => addDays(startOfMonth(day), daysInMonth(day) - 1);
export const startOfYear = (day: Day): Day => `${day.slice(0, 4)}-01-01`;

export function daysInMonth(day: Day): number {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Monday is 0, as weeks begin in reports. */
export const weekdayOf = (day: Day): number => (new Date(startOf(day)).getUTCDay() + 6) % 7;

/** Which day it is in a zone at a moment. */
export function dayIn(zone: string, instant: number): Day {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  return parts.format(instant);
}

/** What clocks in a zone show at a moment, as HH:MM. */
export function clockIn(zone: string, instant: number): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  return parts.format(instant);
}
