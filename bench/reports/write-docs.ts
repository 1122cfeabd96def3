import { writeFile } from 'node:fs/promises';
import { writeSection } from '../docs-section.ts';
import type { Machine } from '../machine.ts';
import { renderMarkdown, type Table } from '../table.ts';
import { sumFive, times } from './aims.ts';
import { buildChart, type Point, type Series } from './chart.ts';
import type { SizeFigures } from './measure-size.ts';
import { fiveNames } from './questions.ts';

export type Run = {
  /** YYYY-MM-DD */
  day: string;
  machine: Machine;
  /** From the smallest to the largest. */
  sizes: readonly SizeFigures[];
  tables: readonly Table[];
};

/** The bundle stands in a folder beside docs/. */
const chart = new URL('../docs/images/report-times.svg', import.meta.url);

export async function writeDocs(run: Run): Promise<void> {
  await writeSection('reports', buildSection(run));
  await writeFile(chart, buildTimeChart(run.sizes));
}

export function buildSection({ day, machine, tables }: Run): string {
  const { cores, memoryGb, node } = machine;
  return [
    `The run of ${day}, on ${cores} cores and ${memoryGb} GB (Node ${node.replace(/^v/, '')}).`,
    '![Milliseconds for the five reports against pageviews](images/report-times.svg)',
    ...tables.map(renderMarkdown),
  ].join('\n\n');
}

/** A size at which something failed has no point. */
export function buildTimeChart(sizes: readonly SizeFigures[]): string {
  const pointsOf = (ms: (size: SizeFigures) => number | null): Point[] =>
    sizes.flatMap((size) => {
      const value = ms(size);
      return value === null ? [] : [{ events: size.events, ms: value }];
    });
  const series: Series[] = [
    { name: 'plain SQL', color: '#d9730d', points: pointsOf((size) => sumFive(size, 'plain')) },
    { name: 'Footfall', color: '#2f81f7', points: pointsOf((size) => sumFive(size, 'footfall')) },
    {
      name: 'Footfall, one country',
      color: '#2f81f7',
      dash: '3 5',
      points: pointsOf((size) => sumFive(size, 'filtered')),
    },
    {
      name: 'five scans of 3 columns',
      color: '#7a828e',
      dash: '8 5',
      points: pointsOf(({ scan }) => times(fiveNames.length, scan.medianMs)),
    },
  ];
  return buildChart('Milliseconds for five reports against pageviews', series);
}
