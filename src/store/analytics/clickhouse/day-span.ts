/** Days in UTC, numbered from 1970, both included. */
export type DaySpan = { first: number; last: number };

/** The last day of the engine's calendar. */
export const lastDay = 65_535;

/** Of no spans an empty one. */
export function coverAll(spans: readonly DaySpan[]): DaySpan {
  return {
    first: Math.min(lastDay, ...spans.map(({ first }) => first)),
    last: Math.max(-1, ...spans.map(({ last }) => last)),
  };
}
