/** What reports are held to. */
import { type Aim, aimAtMost } from '../aims.ts';
import type { Timing } from './measure.ts';
import type { ArrivalFigures, BatchFigures } from './measure-arrival.ts';
import type { GrowthFigures } from './measure-growth.ts';
import type { ServerFigures } from './measure-server.ts';
import type { SizeFigures } from './measure-size.ts';
import { type FiveName, fiveNames, fiveTitles } from './questions.ts';

export type Measured = {
  /** From the smallest to the largest. */
  sizes: readonly SizeFigures[];
  growth: GrowthFigures;
  arrival: ArrivalFigures;
  batches: BatchFigures;
  server: ServerFigures;
};

const megabyte = 1024 * 1024;
/** Time on page is what plain SQL is slow at; a table of pages must show it. */
const mostOfPagesAt = { events: 1e7, most: 0.02 };

export function buildAims({ sizes, growth, arrival, batches, server }: Measured): Aim[] {
  const largest = sizes.at(-1);
  if (!largest) return [];
  const scan = largest.scan.medianMs;
  const fiveScans = times(fiveNames.length, scan);
  const realtimes = [...sizes.map(({ realtime }) => realtime), growth.crowdedDay.realtime];
  return [
    aimAtMost('five reports ÷ five scans', divide(sumFive(largest, 'footfall'), fiveScans), 1),
    aimAtMost('five reports of one country ÷ five scans', divide(sumFive(largest, 'filtered'), fiveScans), 2),
    aimAtMost('five reports right after a record ÷ before', compare(arrival), 1.1),
    aimAtMost('five reports with ten times the history outside the range', compare(growth), 1.1),
    ...sizes.flatMap(buildPlainAims),
    ...largest.heavy.map(({ title, timing }) =>
      aimAtMost(`${title} ÷ a scan`, divide(timing.medianMs, scan), 5),
    ),
    aimAtMost('realtime, slowest size, ms', highest(realtimes.map(({ medianMs }) => medianMs)), 10),
    aimAtMost('bytes on disk a pageview', divide(largest.disk?.bytes ?? null, largest.pageviews), 45),
    aimAtMost('memory of server and engine, idle, MB', times(1 / megabyte, server.idleBytes), 300),
    aimAtMost('memory of the hungriest report, MB', times(1 / megabyte, highest(listMemory(largest))), 512),
    aimAtMost('accepted until visible at 2,000 a second, p99, ms', server.visibility?.p99Ms ?? null, 1000),
    ...buildBatchAims(batches),
  ];
}

/** One by one, so that a fast report does not stand in for a slow one. */
function buildPlainAims({ events, five }: SizeFigures): Aim[] {
  return fiveNames.map((name: FiveName) => {
    const { footfall, plain } = five[name];
    const isMore = name === 'pages' && events === mostOfPagesAt.events;
    return aimAtMost(
      `${fiveTitles[name]} ÷ plain SQL, ${events.toLocaleString('en-US')} pageviews`,
      divide(footfall.medianMs, plain.medianMs),
      isMore ? mostOfPagesAt.most : 1,
    );
  });
}

function buildBatchAims({ records, sizes }: BatchFigures): Aim[] {
  const [fewer, more] = sizes.slice(-2);
  if (!fewer || !more) return [];
  const [few, many] = [fewer.events, more.events].map((events) => events.toLocaleString('en-US'));
  const name = `storing ${records.toLocaleString('en-US')} records beside ${many} pageviews ÷ ${few}`;
  return [aimAtMost(name, divide(more.medianMs, fewer.medianMs), 1.3)];
}

export function sumFive({ five }: SizeFigures, of: 'plain' | 'footfall' | 'filtered'): number | null {
  return sum(fiveNames.map((name) => five[name][of]));
}

type BeforeAndAfter = { five: Record<FiveName, { before: Timing; after: Timing }> };

export function sumOfTwo({ five }: BeforeAndAfter, of: 'before' | 'after'): number | null {
  return sum(fiveNames.map((name) => five[name][of]));
}

function compare(figures: BeforeAndAfter): number | null {
  return divide(sumOfTwo(figures, 'after'), sumOfTwo(figures, 'before'));
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
