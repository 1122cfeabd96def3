/**
 * A data set is a data directory of the product: its control database, its engine, 90 days of made-up traffic, and
 * beside the product's tables those of the comparison. A note in it says what it holds, once it is whole.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Config, parseConfig } from '../../src/config.ts';
import { type Clock, systemClock } from '../../src/contract/clock.ts';
import type { WorkspaceId } from '../../src/contract/ids.ts';
import { type Engine, startEngine } from '../../src/store/analytics/engine/start-engine.ts';
import { type Analytics, openAnalytics } from '../../src/store/analytics/open-analytics.ts';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { createWebsite } from '../../src/websites/create-website.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { createEngineClient, type EngineClient } from './engine-client.ts';
import { createBenchTables, fillTables } from './traffic/fill.ts';
import type { Era } from './traffic/sessions-sql.ts';
import * as shape from './traffic/shape.ts';

export type DataSetNote = {
  /** Pageviews asked for; how many there are is for the engine to say. */
  events: number;
  leaves: number;
  workspaceId: WorkspaceId;
  /** The busy one first. */
  websiteIds: string[];
  /** Unix milliseconds: the moment at which reports are asked for. */
  endsAt: number;
  fillSeconds: number;
};

export type DataSet = {
  folder: string;
  note: DataSetNote;
  analytics: Analytics;
  control: Control;
  client: EngineClient;
  clock: Clock;
  close(): Promise<void>;
};

const noteFile = 'bench.json';
const domain = 'example.com';
const dayMs = 86_400_000;

export async function openDataSet(
  folder: string,
  wanted: Pick<DataSetNote, 'events' | 'leaves'>,
): Promise<DataSet> {
  const found = await findNote(folder);
  if (found && found.leaves !== wanted.leaves) {
    throw new Error(`${folder} was made with --leaves ${found.leaves}: remove it, or ask for the same.`);
  }
  if (found) return openWith(folder, async () => found);
  // What is there without its note was left unfinished.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return openWith(folder, (opened) => makeTraffic(opened, folder, wanted));
}

async function findNote(folder: string): Promise<DataSetNote | undefined> {
  const text = await readFile(join(folder, noteFile), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as DataSetNote);
}

type Opened = Pick<DataSet, 'analytics' | 'control' | 'client'>;

async function openWith(folder: string, note: (opened: Opened) => Promise<DataSetNote>): Promise<DataSet> {
  const config = parseConfig({ FOOTFALL_DATA_DIR: folder });
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const engine = await startProductEngine(config);
    undo.push(() => engine.stop());
    const analytics = await openAnalytics({ ...config, ...engine, log });
    undo.push(() => analytics.close());
    const client = createEngineClient(engine);
    undo.push(() => client.close());
    const control = await openControl({ sqlitePath: config.sqlitePath });
    undo.push(() => control.close());
    const opened = { analytics, control, client };
    const known = await note(opened);
    return { ...opened, folder, note: known, clock: () => known.endsAt, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const log = pino({ level: 'warn' }, process.stderr);

/** With the product's own limits, so that what fits here fits there. */
function startProductEngine({ engineDirectory, engineMemoryMb }: Config): Promise<Engine> {
  return startEngine({ directory: engineDirectory, memoryLimitMb: engineMemoryMb, log });
}

async function makeTraffic(
  { control, client }: Opened,
  folder: string,
  { events, leaves }: Pick<DataSetNote, 'events' | 'leaves'>,
): Promise<DataSetNote> {
  const startedAt = performance.now();
  const { id: workspaceId } = await createWorkspace(control, { name: 'Bench' }, systemClock);
  const websiteIds: string[] = [];
  for (let index = 0; index < shape.websites; index++) {
    websiteIds.push((await createWebsite(control, workspaceId, [domain], systemClock)).websiteId);
  }
  const endsAt = findEnd(systemClock());
  await createBenchTables(client, domain);
  const era = buildEra({ events, leaves, workspaceId, websiteIds, endsAt });
  await fillTables(client, era, `Making ${events.toLocaleString('en-US')} pageviews`);
  const fillSeconds = Math.round((performance.now() - startedAt) / 1000);
  const note = { events, leaves, workspaceId, websiteIds, endsAt, fillSeconds };
  await writeFile(join(folder, noteFile), `${JSON.stringify(note, null, 2)}\n`);
  return note;
}

/** The last time that it was the hour: always as late in the day, whenever the bench runs. */
export function findEnd(now: number): number {
  const hourMs = shape.lastHour * 3_600_000;
  return Math.floor((now - hourMs) / dayMs) * dayMs + hourMs;
}

function buildEra(note: Omit<DataSetNote, 'fillSeconds'>): Era {
  const sessionsPerDay = Math.ceil(note.events / shape.pageviewsPerSession / shape.days);
  const today = note.endsAt - (note.endsAt % dayMs);
  return {
    ...note,
    number: 0,
    firstDay: today - (shape.days - 1) * dayMs,
    sessionsPerDay,
    sessions: sessionsPerDay * shape.days,
  };
}
