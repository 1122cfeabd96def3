/**
 * How fast reports answer. What lives here: made-up traffic in the product's own tables, the reports asked for
 * through the product's own runner, and beside them plain SQL on the same traffic. What must not: how many records are
 * accepted.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Aim, buildAimTable } from '../aims.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { onInterrupt } from '../on-interrupt.ts';
import type { ReportOptions } from '../parse-options.ts';
import { renderText, type Table } from '../table.ts';
import { buildAims, type Measured } from './aims.ts';
import { copyDataSet, type DataSet, openDataSet, openGrownDataSet, type Scratch } from './data-set.ts';
import { measureArrival, measureBatches } from './measure-arrival.ts';
import { type GrowthFigures, measureGrowth } from './measure-growth.ts';
import { measureServer } from './measure-server.ts';
import { measureSize, type SizeFigures } from './measure-size.ts';
import {
  buildArrivalTable,
  buildBatchTable,
  buildDiskTable,
  buildFiveTable,
  buildGrowthTable,
  buildReportTable,
  buildServerTable,
  buildSizeTable,
} from './tables.ts';
import { writeDocs } from './write-docs.ts';

export type ReportBenchFigures = Measured & { machine: Machine; aims: Aim[] };

const smallest = 1e5;
/** A history ten times as long as that of more than this would take an hour to make. */
const largestToGrow = 1e6;

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

/** The data sets that are open or being made, so that none outlives the bench, and neither does a copy. */
function createOpenSets(root: string, { leaves }: ReportOptions, signal: AbortSignal) {
  const open = new Set<Promise<DataSet>>();
  const copies = new Set<Scratch>();
  const keep = async (opening: Promise<DataSet>) => {
    open.add(opening);
    return opening;
  };
  const folderOf = (events: number) => join(root, events.toExponential().replace('+', ''));
  const closeOpen = async () => {
    const opened = await Promise.allSettled(open);
    open.clear();
    await Promise.all(opened.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)));
  };
  return {
    open: (events: number) => keep(openDataSet(folderOf(events), { events, leaves }, signal)),
    openGrown: (events: number) =>
      keep(openGrownDataSet(folderOf(events), `${folderOf(events)}-grown`, signal)),
    async copy(events: number) {
      const copied = await copyDataSet(folderOf(events));
      copies.add(copied);
      return { ...copied, open: () => keep(copied.open()) };
    },
    /** Copies stay. */
    closeOpen,
    async closeAll() {
      await closeOpen();
      for (const { remove } of copies) await remove();
      copies.clear();
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
  const changes = await runChanges(sets, sizes);
  const growth = await runGrowth(sets, Math.min(events, largestToGrow));
  const measured: Measured = { sizes, growth, ...changes };
  const machine = describeMachine();
  const aims = buildAims(measured);
  const tables = [buildAimTable(aims), ...buildTables(measured)];
  process.stdout.write(`\nReports\n\n${tables.map(renderText).join('\n')}`);
  if (isToWrite) {
    await writeDocs({ day: new Date().toISOString().slice(0, 10), machine, sizes, tables });
  }
  return { machine, aims, ...measured };
}

/** All that changes data sets, on copies of the two largest. */
async function runChanges(sets: OpenSets, sizes: readonly SizeFigures[]) {
  const copies: Scratch[] = [];
  for (const { events } of sizes.slice(-2)) copies.push(await sets.copy(events));
  const largest = copies.at(-1) as Scratch;
  const opened: DataSet[] = [];
  for (const copy of copies) opened.push(await copy.open());
  const arrival = await measureArrival(opened.at(-1) as DataSet);
  const batches = await measureBatches(opened);
  await sets.closeOpen();
  const server = await measureServer(largest);
  await sets.closeAll();
  return { arrival, batches, server };
}

/** Both are open, to be asked in turn. */
async function runGrowth(sets: OpenSets, events: number): Promise<GrowthFigures> {
  const after = await sets.openGrown(events);
  const before = await sets.open(events);
  const figures = await measureGrowth(before, after);
  await sets.closeAll();
  return figures;
}

function buildTables({ sizes, growth, arrival, batches, server }: Measured): Table[] {
  const largest = sizes.at(-1);
  if (!largest) return [];
  const { disk, pageviews } = largest;
  return [
    buildFiveTable(largest),
    buildSizeTable(sizes),
    buildArrivalTable(arrival),
    buildGrowthTable(growth),
    buildBatchTable(batches),
    buildServerTable(server),
    buildReportTable(largest),
    ...(disk ? [buildDiskTable(disk, pageviews)] : []),
  ];
}
