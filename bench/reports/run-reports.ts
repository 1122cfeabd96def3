/**
 * How fast reports answer. What lives here: made-up traffic in the product's own tables, the reports asked for
 * through the product's own runner, and beside them plain SQL on the same traffic. What must not: HTTP.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeMachine, type Machine } from '../machine.ts';
import { onInterrupt } from '../on-interrupt.ts';
import type { ReportOptions } from '../parse-options.ts';
import { type Aim, buildAims } from './aims.ts';
import { type DataSet, openDataSet, openGrownDataSet } from './data-set.ts';
import { type GrowthFigures, measureGrowth } from './measure-growth.ts';
import { measureSize, type SizeFigures } from './measure-size.ts';
import {
  buildAimTable,
  buildDiskTable,
  buildFiveTable,
  buildGrowthTable,
  buildReportTable,
  buildSizeTable,
  renderText,
  type Table,
} from './tables.ts';
import { writeDocs } from './write-docs.ts';

export type ReportBenchFigures = {
  machine: Machine;
  aims: Aim[];
  sizes: SizeFigures[];
  growth: GrowthFigures;
};

const smallest = 1e5;
/** A history ten times as long as that of more than this would take hours to make. */
const largestToGrow = 1e7;

/** undefined where only data was asked for. */
export async function runReports(options: ReportOptions): Promise<ReportBenchFigures | undefined> {
  const root = options.keep ? resolve(options.keep) : await mkdtemp(join(tmpdir(), 'footfall-bench-'));
  const interruption = new AbortController();
  const sets = createOpenSets(root, options, interruption.signal);
  const cleanUp = async () => {
    interruption.abort();
    await sets.closeAll();
    if (!options.keep) await rm(root, { recursive: true, force: true });
  };
  const callOff = onInterrupt(cleanUp);
  try {
    if (options.onlyData) {
      await sets.open(options.events);
      return undefined;
    }
    return await runAll(sets, options);
  } finally {
    await cleanUp();
    callOff();
  }
}

type OpenSets = ReturnType<typeof createOpenSets>;

/** The data sets that are open or being made, so that none outlives the bench. */
function createOpenSets(root: string, { leaves }: ReportOptions, signal: AbortSignal) {
  const open = new Set<Promise<DataSet>>();
  const keep = async (opening: Promise<DataSet>) => {
    open.add(opening);
    return opening;
  };
  const folderOf = (events: number) => join(root, events.toExponential().replace('+', ''));
  return {
    open: (events: number) => keep(openDataSet(folderOf(events), { events, leaves }, signal)),
    openGrown: (events: number) =>
      keep(openGrownDataSet(folderOf(events), `${folderOf(events)}-grown`, signal)),
    async closeAll() {
      const opened = await Promise.allSettled(open);
      open.clear();
      await Promise.all(opened.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)));
    },
  };
}

async function runAll(sets: OpenSets, { events, writeDocs: isToWrite }: ReportOptions) {
  const sizes: SizeFigures[] = [];
  for (let size = smallest; size <= events; size *= 10) {
    const dataSet = await sets.open(size);
    const figures = await measureSize(dataSet, size === events);
    sizes.push(figures);
    process.stderr.write(`\n${renderText(buildFiveTable(figures))}\n`);
    await sets.closeAll();
  }
  const growth = await runGrowth(sets, Math.min(events, largestToGrow));
  const machine = describeMachine();
  const aims = buildAims({ sizes, growth });
  const tables = buildTables(aims, sizes, growth);
  process.stdout.write(`\nReports\n\n${tables.map(renderText).join('\n')}`);
  if (isToWrite) {
    await writeDocs({ day: new Date().toISOString().slice(0, 10), machine, sizes, tables });
  }
  return { machine, aims, sizes, growth };
}

/** The grown one is made of files that nobody has open; then both are open, to be asked in turn. */
async function runGrowth(sets: OpenSets, events: number): Promise<GrowthFigures> {
  const after = await sets.openGrown(events);
  const before = await sets.open(events);
  const figures = await measureGrowth(before, after);
  await sets.closeAll();
  return figures;
}

function buildTables(aims: readonly Aim[], sizes: readonly SizeFigures[], growth: GrowthFigures): Table[] {
  const largest = sizes.at(-1);
  if (!largest) return [];
  const { reports = [], disk, pageviews } = largest;
  return [
    buildAimTable(aims),
    buildFiveTable(largest),
    buildSizeTable(sizes),
    buildGrowthTable(growth),
    buildReportTable(reports),
    ...(disk ? [buildDiskTable(disk, pageviews)] : []),
  ];
}
