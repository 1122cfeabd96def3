import type { Era } from './world.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Nights in which clocks change, the turn of a year and a leap day lie shortly before the second half; between the
 * halves there is less than a day, exactly one, or several.
 */
export const eras: readonly Era[] = [
  before('2025-03-31T09:26:53.589Z', 26 * hourMs),
  before('2025-04-06T00:00:00.000Z', 10 * minuteMs),
  before('2025-10-27T23:59:59.999Z', 3 * dayMs),
  before('2025-11-03T12:00:00.000Z', dayMs),
  before('2024-03-01T00:02:30.000Z', 2 * hourMs),
  before('2026-01-02T03:04:05.678Z', 5 * dayMs),
  before('2025-04-26T10:10:10.010Z', dayMs - 1),
  before('2025-07-15T15:30:00.250Z', 40 * minuteMs),
];

function before(second: string, ms: number): Era {
  return { first: Date.parse(second) - ms, second: Date.parse(second) };
}

/** When clocks change somewhere: Berlin, New York, Lord Howe, Cairo, Havana. */
export const clockChanges: readonly number[] = [
  '2025-03-30T01:00:00Z',
  '2025-10-26T01:00:00Z',
  '2025-03-09T07:00:00Z',
  '2025-11-02T06:00:00Z',
  '2025-04-05T15:00:00Z',
  '2025-10-04T15:30:00Z',
  '2025-04-24T22:00:00Z',
  '2025-10-30T21:00:00Z',
  '2025-03-09T05:00:00Z',
  '2025-11-02T05:00:00Z',
].map((text) => Date.parse(text));
