/** What reports are held to, and whether they keep to it. */
import type { Timing } from './measure.ts';
import type { GrowthFigures } from './measure-growth.ts';
import type { SizeFigures } from './measure-size.ts';
import { type FiveName, fiveNames } from './questions.ts';

export type Aim = {
  name: string;
  /** null where something that it needs failed: then it is not met. */
  result: number | null;
  most: number;
  isMet: boolean;
};

export type Measured = {
  /** From the smallest to the largest. */
  sizes: readonly SizeFigures[];
  growth: GrowthFigures;
};

const megabyte = 1024 * 1024;

export function buildAims({ sizes, growth }: Measured): Aim[] {
  const largest = sizes.at(-1);
  if (!largest) return [];
  const tenth = sizes.at(-2);
  const scans = times(fiveNames.length, largest.scan.medianMs);
  const inside = tenth && divide(sumFive(largest, 'footfall'), sumFive(tenth, 'footfall'));
  const realtimes = [...sizes.map(({ realtime }) => realtime), growth.crowdedDay.realtime];
  return [
    buildAim('five reports ÷ five scans', divide(sumFive(largest, 'footfall'), scans), 2),
    buildAim('five reports of one country ÷ five scans', divide(sumFive(largest, 'filtered'), scans), 4),
    buildAim(
      'top pages ÷ plain SQL',
      divide(largest.five.pages.footfall.medianMs, largest.five.pages.plain.medianMs),
      0.05,
    ),
    buildAim(
      'ten times the history outside the range',
      divide(sumGrowth(growth, 'after'), sumGrowth(growth, 'before')),
      1.1,
    ),
    ...(inside === undefined ? [] : [buildAim('ten times the data inside the range', inside, 6)]),
    buildAim('bytes on disk a pageview', largest.disk?.bytesPerPageview ?? null, 30),
    buildAim('realtime, slowest size, ms', highest(realtimes.map(({ medianMs }) => medianMs)), 15),
    buildAim('memory of the hungriest report, MB', times(1 / megabyte, highest(listMemory(largest))), 1024),
  ];
}

function buildAim(name: string, result: number | null, most: number): Aim {
  return { name, result, most, isMet: result !== null && result <= most };
}

export function sumFive({ five }: SizeFigures, of: 'plain' | 'footfall' | 'filtered'): number | null {
  return sum(fiveNames.map((name: FiveName) => five[name][of]));
}

export function sumGrowth({ five }: GrowthFigures, of: 'before' | 'after'): number | null {
  return sum(fiveNames.map((name) => five[name][of]));
}

function listMemory({ five, reports = [] }: SizeFigures): (number | null)[] {
  return [
    ...fiveNames.flatMap((name) => [five[name].footfallMemoryBytes, five[name].filteredMemoryBytes]),
    ...reports.map(({ memoryBytes }) => memoryBytes),
  ];
}

function sum(timings: readonly Timing[]): number | null {
  return timings.reduce<number | null>(
    (total, { medianMs }) => (total === null || medianMs === null ? null : total + medianMs),
    0,
  );
}

function highest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : Math.max(...known);
}

function divide(value: number | null, by: number | null): number | null {
  return value === null || by === null ? null : value / by;
}

export function times(factor: number, value: number | null): number | null {
  return value === null ? null : factor * value;
}
