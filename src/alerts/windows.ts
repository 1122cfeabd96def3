import { instantOfWallTime, wallTime } from '../contract/time-zone.ts';

/** Unix milliseconds, both on a quarter of an hour, `to` excluded. */
export type Window = { from: number; to: number };

const minuteMs = 60_000;
export const quarterMs = 15 * minuteMs;
const weekMs = 7 * 24 * 60 * minuteMs;
export const comparedWeeks = 4;
export const chartWindows = 30;

/** The last whole window: records of a quarter of an hour have a minute to arrive. */
export function findWindow(minutes: number, now: number): Window {
  const to = Math.floor((now - minuteMs) / quarterMs) * quarterMs;
  return { from: to - minutes * minuteMs, to };
}

/** The same local hours of the last four weeks, newest first; across a change of clocks their UTC hours differ. */
export function listWeeksBefore({ from, to }: Window, zone: string): Window[] {
  return Array.from({ length: comparedWeeks }, (_, index) => {
    const end = shift(to, -(index + 1) * weekMs, zone);
    return { from: end - (to - from), to: end };
  });
}

function shift(instant: number, byMs: number, zone: string): number {
  const shifted = instantOfWallTime(wallTime(instant, zone) + byMs, zone);
  return Math.floor(shifted / quarterMs) * quarterMs;
}
