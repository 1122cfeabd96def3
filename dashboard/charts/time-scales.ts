import { nice, ticks } from 'd3-array';

export type Stack = { name: string; className: string; value: number };

export type Point = {
  /** Start of the bucket. */
  at: number;
  value: number;
  /** Parts that stand on each other instead of a line; negative ones hang below. */
  stacks?: readonly Stack[];
  /** Of the bucket at the same place in the range that it is compared with. */
  compared?: { at: number; value: number } | undefined;
  /** Still going on, so that its value will grow. */
  isPartial: boolean;
  /** Has not begun: it has its place, and what it is compared with, but no value. */
  isToCome?: true;
  /** What was written about it. */
  notes?: readonly string[] | undefined;
};

/** Those that have begun stand before all others. */
export const listBegun = (points: readonly Point[]): readonly Point[] =>
  points.filter(({ isToCome }) => !isToCome);

export type Box = { width: number; height: number };

export const margins = { top: 12, right: 8, bottom: 26, left: 46 };

export type Scales = {
  /** The middle of a bucket. */
  x(index: number): number;
  y(value: number): number;
  /** The width that a bucket has. */
  step: number;
  ticks: readonly number[];
  baseline: number;
  /** The bucket at a place. */
  indexAt(x: number): number;
};

export function buildScales(points: readonly Point[], { width, height }: Box, isWhole: boolean): Scales {
  const [low, high] = extentOf(points);
  const wanted = Math.max(2, Math.min(5, Math.floor(height / 60)));
  const [bottom, top] = nice(low, high === low ? low + 1 : high, wanted);
  const floor = height - margins.bottom;
  const y = (value: number) => floor - ((value - bottom) / (top - bottom)) * (floor - margins.top);
  const inner = width - margins.left - margins.right;
  const step = inner / Math.max(1, points.length);
  return {
    x: (index) => margins.left + step * (index + 0.5),
    y,
    step,
    ticks: ticks(bottom, top, wanted).filter((tick) => !isWhole || Number.isInteger(tick)),
    baseline: y(Math.max(0, bottom)),
    indexAt: (x) => Math.max(0, Math.min(points.length - 1, Math.floor((x - margins.left) / step))),
  };
}

function extentOf(points: readonly Point[]): [low: number, high: number] {
  const tops = points.flatMap(({ value, stacks, compared }) => [
    stacks ? sumOf(stacks, 1) : value,
    compared?.value ?? 0,
  ]);
  const bottoms = points.map(({ stacks, value }) => (stacks ? sumOf(stacks, -1) : Math.min(0, value)));
  return [Math.min(0, ...bottoms), Math.max(0, ...tops)];
}

function sumOf(stacks: readonly Stack[], sign: 1 | -1): number {
  return stacks.filter(({ value }) => Math.sign(value) === sign).reduce((sum, { value }) => sum + value, 0);
}

/** Places of buckets, those together whose pins would cover each other. */
export function groupPins(indexes: readonly number[], step: number): number[][] {
  const groups: number[][] = [];
  for (const index of indexes) {
    const last = groups.at(-1);
    const distance = last ? (index - (last[0] ?? 0)) * step : Number.POSITIVE_INFINITY;
    if (last && distance < pinWidth) last.push(index);
    else groups.push([index]);
  }
  return groups;
}

const pinWidth = 26;

/** Which buckets show their label: as many as have room, and of those in a row with the same one the first. */
export function chooseLabels(
  labels: readonly string[],
  step: number,
  labelWidth: number,
): ReadonlySet<number> {
  const starts = labels.flatMap((label, index) => (label === labels[index - 1] ? [] : [index]));
  const gaps = starts.slice(1).map((start, place) => start - (starts[place] as number));
  const every = labelEvery(step * Math.min(labels.length, ...gaps), labelWidth);
  return new Set(starts.filter((_, place) => place % every === 0));
}

function labelEvery(step: number, labelWidth: number): number {
  const nice = [1, 2, 3, 4, 5, 6, 7, 10, 12, 14, 24, 30, 48, 60, 90];
  return nice.find((every) => every * step >= labelWidth) ?? 120;
}
