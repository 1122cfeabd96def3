/**
 * A data set is a data directory of the product: its control database, its engine, 90 days of made-up traffic, and
 * beside the product's tables that of the comparison. A note in it says what it holds, once it is whole.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Config, parseConfig } from '../../src/config.ts';
import { type Clock, systemClock } from '../../src/contract/clock.ts';
import type { AnalyticsEngine, Row } from '../../src/store/analytics/analytics-engine.ts';
import { boundEngine } from '../../src/store/analytics/bounded-engine.ts';
import { openLocalEngine } from '../../src/store/analytics/duckdb/local-engine.ts';
import { type OpenOptions, openDatabase } from '../../src/store/analytics/duckdb/open-database.ts';
import { schemaStatements } from '../../src/store/analytics/duckdb/schema.ts';
import { buildTransaction } from '../../src/store/analytics/duckdb/transaction.ts';
import { startEmbedded } from '../../src/store/analytics/open-analytics.ts';
import type { Sql } from '../../src/store/analytics/sql.ts';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { createWebsite } from '../../src/websites/create-website.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { startProgress } from '../progress.ts';
import { buildCrowdedEra, buildFirstEra, buildHistoryEra, findEnd, type Plan } from './traffic/eras.ts';
import { createLookups, fill } from './traffic/fill.ts';
import type { Era } from './traffic/sessions-sql.ts';
import * as shape from './traffic/shape.ts';

export type Note = Plan & {
  /** What tables there are. */
  schema: string;
  fillSeconds: number;
  /** For visits, pages and credits to be derived from all records. */
  rebuildSeconds: number;
};

export type DataSet = {
  folder: string;
  note: Note;
  engine: AnalyticsEngine;
  /** Of the engine's process. */
  pid: number;
  control: Control;
  clock: Clock;
  /** The comparison asks the same engine on the same way. */
  rows(question: Sql): Promise<Row[]>;
  close(): Promise<void>;
};

const noteFile = 'bench.json';
const noLimit = 1_000_000_000;
export const domain = 'example.com';
export const benchLog = pino({ level: 'warn' }, process.stderr);

/** The one in the folder; a new one where there is none, or one that does not fit, or one that was left unfinished. */
export async function openDataSet(
  folder: string,
  { events, leaves }: Pick<Plan, 'events' | 'leaves'>,
  signal: AbortSignal,
): Promise<DataSet> {
  const found = await findNote(folder);
  if (found?.leaves === leaves) return openFound(folder, found);
  await renew(folder);
  const plan = await createTenant(folder, events, leaves);
  const title = `Making ${formatCount(events)} pageviews`;
  return openMade(folder, plan, [{ era: buildFirstEra(plan), title, isCompared: true }], signal);
}

/** The same traffic as that of another data set, which nobody has open, after a longer history and with a crowded day. */
export async function openGrownDataSet(base: string, folder: string, signal: AbortSignal): Promise<DataSet> {
  const plan = await findNote(base);
  if (!plan) throw new Error(`There is no data set in ${base}.`);
  const found = await findNote(folder);
  if (found?.workspaceId === plan.workspaceId) return openFound(folder, found);
  await renew(folder);
  // Brings into the file what a run that was cut short left beside it.
  await (await openControl({ sqlitePath: configOf(base).sqlitePath })).close();
  await cp(configOf(base).sqlitePath, configOf(folder).sqlitePath);
  const eras = [
    { era: buildHistoryEra(plan), title: 'Making a longer history', isCompared: false },
    { era: buildFirstEra(plan), title: 'Making the same traffic', isCompared: false },
    { era: buildCrowdedEra(plan), title: 'Making a crowded day', isCompared: false },
  ];
  return openMade(folder, plan, eras, signal);
}

export type Scratch = { open(): Promise<DataSet>; remove(): Promise<void>; folder: string; note: Note };

/** A copy to write to, of a data set that nobody has open. */
export async function copyDataSet(base: string): Promise<Scratch> {
  const note = await findNote(base);
  if (!note) throw new Error(`There is no data set in ${base}.`);
  const folder = `${base}-scratch`;
  const remove = () => rm(folder, { recursive: true, force: true });
  await remove();
  await cp(base, folder, { recursive: true });
  return { open: () => openWith(folder, note), remove, folder, note };
}

function openFound(folder: string, note: Note): Promise<DataSet> {
  process.stderr.write(`Using ${folder}\n`);
  return openWith(folder, note);
}

const schema = createHash('sha256').update(schemaStatements.join('\n')).digest('hex').slice(0, 16);

/** Not of another schema, whose tables would not fit. */
async function findNote(folder: string): Promise<Note | undefined> {
  const text = await readFile(join(folder, noteFile), 'utf8').catch(() => undefined);
  const note = text === undefined ? undefined : (JSON.parse(text) as Note);
  return note?.schema === schema ? note : undefined;
}

async function renew(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

type Part = { era: Era; title: string; isCompared: boolean };

async function openMade(
  folder: string,
  plan: Plan,
  parts: readonly Part[],
  signal: AbortSignal,
): Promise<DataSet> {
  const fillSeconds = await timeSeconds(() => fillFile(folder, parts, signal));
  const rebuildSeconds = await timeSeconds(() => rebuildFile(folder));
  const note: Note = { ...plan, schema, fillSeconds, rebuildSeconds };
  await writeFile(join(folder, noteFile), `${JSON.stringify(note, null, 2)}\n`);
  return openWith(folder, note);
}

const memoryForFillingMb = 3072;

/** Straight into the file: no other process has it. */
async function fillFile(folder: string, parts: readonly Part[], signal: AbortSignal): Promise<void> {
  const options = { ...engineOptionsOf(configOf(folder)), memoryLimitMb: memoryForFillingMb };
  const { writer, close } = await openDatabase(options);
  try {
    const transaction = buildTransaction(writer);
    await createLookups(transaction, domain);
    for (const { era, title, isCompared } of parts) await fill(transaction, era, title, isCompared, signal);
  } finally {
    await close();
  }
}

/** As `footfall rebuild` does it, with the product's own limits. */
async function rebuildFile(folder: string): Promise<void> {
  const engine = await openLocalEngine(engineOptionsOf(configOf(folder)));
  const title = 'Deriving visits, pages and credits';
  let progress: ReturnType<typeof startProgress> | undefined;
  try {
    await engine.rebuild((_done, steps) => {
      progress ??= startProgress(title, steps);
      progress.advance();
    });
  } finally {
    progress?.end();
    await engine.close();
  }
}

/** As the product opens it, with its limits: what fits here fits there. */
async function openWith(folder: string, note: Note): Promise<DataSet> {
  const config = configOf(folder);
  const inProcess = await startEmbedded(config, benchLog);
  try {
    const engine = boundEngine(inProcess, {
      dialect: 'duckdb',
      reportsAtOnce: config.reportsAtOnce,
      reportTimeoutMs: patienceMs,
    });
    const control = await openControl({ sqlitePath: config.sqlitePath });
    return {
      folder,
      note,
      engine,
      pid: inProcess.pid() ?? 0,
      control,
      clock: () => note.endsAt,
      rows: async (question) =>
        (await engine.query(question, { workspaceId: note.workspaceId, signal: neverAborted })).rows,
      async close() {
        await control.close();
        await engine.close();
      },
    };
  } catch (error) {
    await inProcess.close();
    throw error;
  }
}

/** On a slow machine a figure is better than none. */
const patienceMs = 600_000;
const neverAborted = new AbortController().signal;

async function createTenant(folder: string, events: number, leaves: number): Promise<Plan> {
  const control = await openControl({ sqlitePath: configOf(folder).sqlitePath });
  try {
    const { id: workspaceId } = await createWorkspace(
      control,
      { name: 'Bench', rateLimit: noLimit },
      systemClock,
    );
    const websiteIds: string[] = [];
    for (let index = 0; index < shape.websites; index++) {
      websiteIds.push((await createWebsite(control, workspaceId, [domain], systemClock)).websiteId);
    }
    return { events, leaves, workspaceId, websiteIds, endsAt: findEnd(systemClock()) };
  } finally {
    await control.close();
  }
}

export function configOf(folder: string): Config {
  return parseConfig({ FOOTFALL_DATA_DIR: folder });
}

function engineOptionsOf(config: Config): OpenOptions {
  return {
    path: config.enginePath,
    memoryLimitMb: config.engineMemoryMb,
    temporaryDirectory: config.engineTemporaryDirectory,
    temporaryLimitMb: config.engineTemporaryMb,
  };
}

async function timeSeconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return Math.round((performance.now() - startedAt) / 100) / 10;
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
