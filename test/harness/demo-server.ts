/** A server with the demo's traffic, as `footfall demo` starts it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Environment, oneOfSeveral, runCli, type ServerProcess, spawnServer } from './server-process.ts';

export type DemoServer = {
  url: string;
  workspaceId: string;
  websiteId: string;
  websiteUuid: string;
  key: string;
  signIn: { email: string; password: string };
};

export type RunningDemo = {
  demo: DemoServer;
  /** For what goes with the server; removed when it stops. */
  folder: string;
  dataDirectory: string;
  stop(): Promise<void>;
};

const readyWithinMs = 120_000;

export async function startDemo(visitors: number): Promise<RunningDemo> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-dashboard-'));
  const dataDirectory = join(folder, 'data');
  // All tests are the same person.
  const environment = {
    FOOTFALL_DATA_DIR: dataDirectory,
    FOOTFALL_REQUESTS_PER_PERSON: '1000000',
    ...oneOfSeveral,
  };
  const server = spawnServer(environment, ['demo', '--still', '--json', '--visitors', String(visitors)]);
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const demo = await untilReady(server);
    await liftRateLimit(demo, environment);
    return { demo, folder, dataDirectory, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilReady(server: ServerProcess): Promise<DemoServer> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && server.process.exitCode === null) {
    const answer = /^\{"workspaceId".*\}$/m.exec(server.log())?.[0];
    if (answer) return JSON.parse(answer) as DemoServer;
    await sleep(50);
  }
  throw new Error(`The demo did not become ready:\n${server.log()}`);
}

/** Tests ask the API for every number that the dashboard shows. */
async function liftRateLimit({ workspaceId }: DemoServer, environment: Environment): Promise<void> {
  const { code, stderr } = await runCli(
    ['workspace', 'update', workspaceId, '--rate-limit', '1000000'],
    environment,
  );
  if (code !== 0) throw new Error(stderr);
}
