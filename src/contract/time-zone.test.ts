import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOf, instantOfWallTime, startOfDay, wallTime } from './time-zone.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const iso = (instant: number) => new Date(instant).toISOString().slice(0, 16);

it.each([
  ['in winter', 'Europe/Berlin', '2026-01-05T08:00', '2026-01-05T07:00'],
  ['in summer', 'Europe/Berlin', '2026-07-06T08:00', '2026-07-06T06:00'],
  ['on the morning after clocks went forward', 'Europe/Berlin', '2026-03-29T08:00', '2026-03-29T06:00'],
  ['where clocks skip it', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00'],
  ['where it is shown twice', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
  ['late on a day of 25 hours', 'Europe/Berlin', '2026-10-25T23:00', '2026-10-25T22:00'],
  ['where clocks skip midnight', 'America/Santiago', '2026-09-06T00:00', '2026-09-06T04:00'],
  ['where clocks move by half an hour', 'Australia/Lord_Howe', '2026-04-05T08:00', '2026-04-04T21:30'],
  ['far from UTC', 'Pacific/Kiritimati', '2026-01-01T00:30', '2025-12-31T10:30'],
])('finds the instant of a wall time %s', (_name, zone, wall, instant) => {
  expect(iso(instantOfWallTime(at(wall), zone))).toBe(instant);
});

it('finds the first instant that shows any time of the day', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe'];
  const quarter = 15 * 60_000;
  fc.assert(
    fc.property(
      fc.integer({ min: at('2000-01-01T00:00') / quarter, max: at('2040-01-01T00:00') / quarter }),
      fc.constantFrom(...zones),
      (quarters, zone) => {
        const wall = quarters * quarter;
        const found = instantOfWallTime(wall, zone);
        expect(wallTime(found, zone)).toBeGreaterThanOrEqual(wall);
        expect(wallTime(found - quarter, zone)).toBeLessThan(wall);
        expect(dayOf(found, zone)).toBe(Math.floor(wall / 86_400_000) * 86_400_000);
        expect(instantOfWallTime(dayOf(found, zone), zone)).toBe(startOfDay(dayOf(found, zone), zone));
      },
    ),
    { numRuns: 500 },
  );
});
