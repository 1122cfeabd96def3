/** Calendar days and wall clocks of a time zone as instants. All instants are Unix milliseconds. */
import { requireZone } from './zone-offsets.ts';

const secondMs = 1000;
const hourMs = 3600 * secondMs;
export const dayMs = 24 * hourMs;

/** Names that Intl accepts beside those of IANA, and which are ambiguous: IST alone stands for three countries. */
const foreignNames =
  /^(ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST|SystemV\/.*)$/i;

/** Intl also takes offsets such as +01:00; only named zones have a calendar of their own. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || name.length > 64 || foreignNames.test(name)) return false;
  try {
    requireZone(name);
    return true;
  } catch {
    return false;
  }
}

/** The first time zone of a process takes as long as fifty others, so the server loads one at its start. */
export function loadZones(): void {
  requireZone('Europe/London');
}

/** Fills the cache of the zone's offsets before a long range of days is cut, yielding to the event loop meanwhile. */
export async function prepareZone(zone: string, range: { from: number; to: number }): Promise<void> {
  await requireZone(zone).prepare(range.from, range.to);
}

/** What the clock on the wall shows in the zone, as if it were UTC. */
export function wallTime(instant: number, zone: string): number {
  return instant + requireZone(zone).at(instant);
}

/** The calendar day of an instant, as the start of that day in UTC. */
export function dayOf(instant: number, zone: string): number {
  return Math.floor(wallTime(instant, zone) / dayMs) * dayMs;
}

/** The first instant of a calendar day in the zone, also where clocks skip midnight. */
export function startOfDay(day: number, zone: string): number {
  if (zone === 'UTC') return day;
  const guess = day - (wallTime(day, zone) - day);
  if (dayOf(guess, zone) >= day && dayOf(guess - secondMs, zone) < day) return guess;
  return searchFor(day, zone);
}

/**
 * The instant at which the clock on the wall shows a time, which is given as if it were UTC: where it is shown twice the
 * first, where clocks skip it the moment at which they do.
 */
export function instantOfWallTime(wall: number, zone: string): number {
  if (zone === 'UTC') return wall;
  const noon = Math.floor(wall / dayMs) * dayMs + dayMs / 2;
  // Clocks change by less than a day: the offset is that of the day before or of the day after.
  const offsets = [noon - dayMs, noon + dayMs].map((near) => wallTime(near, zone) - near);
  const exact = offsets.map((offset) => wall - offset).filter((instant) => wallTime(instant, zone) === wall);
  return exact.length > 0 ? Math.min(...exact) : searchFor(wall, zone);
}

/** No zone is more than 15 hours from UTC, so the time lies between these two; offsets have whole seconds. */
function searchFor(wall: number, zone: string): number {
  let before = Math.floor((wall - 16 * hourMs) / secondMs);
  let atOrAfter = Math.ceil((wall + 16 * hourMs) / secondMs);
  while (atOrAfter - before > 1) {
    const middle = Math.floor((before + atOrAfter) / 2);
    if (wallTime(middle * secondMs, zone) >= wall) atOrAfter = middle;
    else before = middle;
  }
  return atOrAfter * secondMs;
}

export function addDays(day: number, days: number): number {
  return day + days * dayMs;
}

/** YYYY-MM-DD of a day. */
export function formatDay(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
