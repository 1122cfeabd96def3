/**
 * A data set is a data directory of the product: its control database, its engine, 90 days of made-up traffic, and
 * beside the product's tables those of the comparison. A note in it says what it holds, once it is whole.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { parseConfig } from '../../src/config.ts';
import { type Clock, systemClock } from '../../src/contract/clock.ts';
import { startEngine } from '../../src/store/analytics/engine/start-engine.ts';
import { type Analytics, openAnalytics } from '../../src/store/analytics/open-analytics.ts';
import { migrations } from '../../src/store/analytics/schema/migrations.ts';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { createWebsite } from '../../src/websites/create-website.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { createEngineClient, type EngineClient, type Login } from './engine-client.ts';
import { buildCrowdedEra, buildFirstEra, buildHistoryEra, findEnd, type Plan } from './traffic/eras.ts';
import { createBenchTables, fillBoth, fillProduct } from './traffic/fill.ts';
import * as shape from './traffic/shape.ts';

export type Note = Plan & {
  schemaVersion: number;
  /** Unix milliseconds. */
  filledAt: number;
  fillSeconds: number;
};

export type DataSet = {
  folder: string;
  note: Note;
  analytics: Analytics;
  control: Control;
  client: EngineClient;
  login: Login;
  clock: Clock;
  /** The product's store once more, by way of another address of the same engine. */
  connect(url: string): Promise<Analytics>;
  close(): Promise<void>;
};

type Opened = Pick<DataSet, 'analytics' | 'control' | 'client'>;

const noteFile = 'bench.json';
const domain = 'example.com';
/** The product keeps recent records for two days; filling takes some of them, and so does measuring. */
const usableMs = 36 * 3_600_000;
const schemaVersion = Math.max(...migrations.map(({ version }) => version));
export const benchLog = pino({ level: 'warn' }, process.stderr);

/** The one in the folder; a new one where there is none, or one that does not fit, or one that was left unfinished. */
export async function openDataSet(
  folder: string,
  { events, leaves }: Pick<Plan, 'events' | 'leaves'>,
  signal: AbortSignal,
): Promise<DataSet> {
  const found = await findNote(folder);
  if (found?.leaves === leaves) return openFound(folder, found);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return openWith(folder, (opened) =>
    noteWhenWhole(folder, async () => {
      const plan = await createTenant(opened.control, events, leaves);
      await createBenchTables(opened.client, domain);
      await fillBoth(opened.client, buildFirstEra(plan), `Making ${formatCount(events)} pageviews`, signal);
      return plan;
    }),
  );
}

/** A copy of a data set that nobody has open, with a longer history and a crowded day. */
export async function openGrownDataSet(base: string, folder: string, signal: AbortSignal): Promise<DataSet> {
  const plan = await findNote(base);
  if (!plan) throw new Error(`There is no data set in ${base}.`);
  const found = await findNote(folder);
  if (found?.workspaceId === plan.workspaceId) return openFound(folder, found);
  await rm(folder, { recursive: true, force: true });
  await cp(base, folder, { recursive: true });
  await rm(join(folder, noteFile));
  return openWith(folder, ({ client }) =>
    noteWhenWhole(folder, async () => {
      await fillProduct(client, buildHistoryEra(plan), 'Making a longer history', signal);
      await fillProduct(client, buildCrowdedEra(plan), 'Making a crowded day', signal);
      return plan;
    }),
  );
}

function openFound(folder: string, note: Note): Promise<DataSet> {
  process.stderr.write(`Using ${folder}\n`);
  return openWith(folder, async () => note);
}

/** Not of an older schema: what is worked out as records arrive would be missing. Nor one that lost its recent records. */
async function findNote(folder: string): Promise<Note | undefined> {
  const text = await readFile(join(folder, noteFile), 'utf8').catch(() => undefined);
  const note = text === undefined ? undefined : (JSON.parse(text) as Note);
  const isFresh = (note?.filledAt ?? 0) > systemClock() - usableMs;
  return isFresh && note?.schemaVersion === schemaVersion ? note : undefined;
}

async function noteWhenWhole(folder: string, make: () => Promise<Plan>): Promise<Note> {
  const startedAt = performance.now();
  const plan = await make();
  const fillSeconds = Math.round((performance.now() - startedAt) / 1000);
  const note: Note = { ...plan, schemaVersion, filledAt: systemClock(), fillSeconds };
  await writeFile(join(folder, noteFile), `${JSON.stringify(note, null, 2)}\n`);
  return note;
}

/** With the product's own limits, so that what fits here fits there. */
async function openWith(folder: string, note: (opened: Opened) => Promise<Note>): Promise<DataSet> {
  const config = parseConfig({ FOOTFALL_DATA_DIR: folder });
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const engine = await startEngine({
      directory: config.engineDirectory,
      memoryLimitMb: config.engineMemoryMb,
      log: benchLog,
    });
    undo.push(() => engine.stop());
    const connect = (url: string) =>
      openAnalytics({ ...config, ...engine, url, isOnlyWriter: true, log: benchLog });
    const analytics = await connect(engine.url);
    undo.push(() => analytics.close());
    const client = createEngineClient(engine);
    undo.push(() => client.close());
    const control = await openControl({ sqlitePath: config.sqlitePath });
    undo.push(() => control.close());
    const opened = { analytics, control, client };
    const known = await note(opened);
    return { ...opened, folder, note: known, login: engine, clock: () => known.endsAt, connect, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function createTenant(control: Control, events: number, leaves: number): Promise<Plan> {
  const { id: workspaceId } = await createWorkspace(control, { name: 'Bench' }, systemClock);
  const websiteIds: string[] = [];
  for (let index = 0; index < shape.websites; index++) {
    websiteIds.push((await createWebsite(control, workspaceId, [domain], systemClock)).websiteId);
  }
  return { events, leaves, workspaceId, websiteIds, endsAt: findEnd(systemClock()) };
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
