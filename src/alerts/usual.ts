/** What is usual in some hours, from the same hours of earlier weeks, so that one odd week changes little. */

export type Usual = {
  median: number;
  /** How far from the median such hours mostly are. */
  spread: number;
};

/** Fewer weeks say nothing about what is usual. */
export const fewestWeeks = 3;

/** A figure this many spreads from the median is unusual (Iglewicz and Hoaglin, 1993). */
export const unusualFrom = 3.5;

/** Makes the median deviation of figures that vary by chance as large as their standard deviation. */
const deviationScale = 1.4826;

/** `leastSpread` is how much such a figure varies by chance alone: four equal weeks do not make a fifth one certain. */
export function findUsual(
  weeks: readonly number[],
  leastSpread: (median: number) => number,
): Usual | undefined {
  if (weeks.length < fewestWeeks) return undefined;
  const median = medianOf(weeks);
  const deviation = medianOf(weeks.map((value) => Math.abs(value - median)));
  return { median, spread: Math.max(deviationScale * deviation, leastSpread(median)) };
}

/** How many spreads from the median: positive above, negative below. */
export function robustScore(value: number, { median, spread }: Usual): number {
  return (value - median) / spread;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
