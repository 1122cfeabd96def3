/** What the whole server needs on a data set, and how soon it shows what it accepts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openControl } from '../../src/store/control/open-control.ts';
import { measureMemoryOf } from '../memory-of-processes.ts';
import { createBenchKey, serve } from '../writes/footfall-server.ts';
import { measureVisibility, type Visibility } from '../writes/measure-visibility.ts';
import { configOf, type Scratch } from './data-set.ts';

export type ServerFigures = {
  events: number;
  /** Server and engine together, when nobody has asked for anything yet. */
  idleBytes: number | null;
  /** The same once records have arrived for a while. */
  afterLoadBytes: number | null;
  visibility: Visibility | null;
  failure?: string;
};

const pace = { perSecond: 2_000, seconds: 20 };
const idleMs = 5_000;

/** Changes the data set, which nobody may have open. */
export async function measureServer({ folder, note }: Scratch): Promise<ServerFigures> {
  const figures: ServerFigures = {
    events: note.events,
    idleBytes: null,
    afterLoadBytes: null,
    visibility: null,
  };
  // Neither the busy one nor that of the crowded day.
  const website = note.websiteIds[2] as string;
  try {
    const server = await serve(folder, {
      websites: { events: website, collect: website },
      key: await makeKey(folder, note.workspaceId),
    });
    try {
      await sleep(idleMs);
      figures.idleBytes = await measureMemoryOf(server.pid);
      figures.visibility = await measureVisibility(server, website, pace);
      figures.afterLoadBytes = await measureMemoryOf(server.pid);
    } finally {
      await server.stop();
    }
  } catch (error) {
    figures.failure = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The server could not be measured. ${figures.failure}\n`);
  }
  return figures;
}

async function makeKey(folder: string, workspaceId: Scratch['note']['workspaceId']): Promise<string> {
  const control = await openControl({ sqlitePath: configOf(folder).sqlitePath });
  try {
    return await createBenchKey(control, workspaceId);
  } finally {
    await control.close();
  }
}
