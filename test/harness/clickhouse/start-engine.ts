// The embedded ClickHouse: finding its library, its configuration, its process and its restarts live in this folder.
// What is asked of it (schema, queries, clients) does not: this folder hands out an address and a login.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../../src/contract/log.ts';
import {
  buildEngineSecret,
  buildServerConfig,
  buildUsersConfig,
  createPassword,
  type EngineSecret,
  engineUser,
} from './engine-config.ts';
import { type FindLibrary, requireEngineLibrary } from './engine-library.ts';
import { followEngineOutput } from './engine-output.ts';
import { findFreePort } from './free-port.ts';
import { pingEngine } from './ping-engine.ts';
import { buildStartFailure, isDirectoryInUse, isPortTaken } from './start-failure.ts';
import { EngineNotReady, type EngineProcess, type Supervised, supervise } from './supervise.ts';

export type EngineOptions = {
  directory: string;
  memoryLimitMb: number;
  log: Log;
  /** The content of a `<clickhouse>` element, merged over our own configuration. */
  extraConfig?: string;
  /**
   * Opens the native protocol too, for clusters in tests. There the engine's own `default` user, which may read
   * files, is not shut out: not for production.
   */
  tcp?: boolean;
  /** A new random one unless given: the nodes of a cluster log in to each other, before and after a new start. */
  password?: string;
  /**
   * How long a directory that is in use is waited for. The engine of a server that was killed notices it a moment
   * later: whoever knows that no server but this one may use the directory can wait for that engine to end.
   */
  waitForPredecessorMs?: number;
  findLibrary?: FindLibrary;
  findPort?: () => Promise<number>;
};

export type Engine = {
  /** Stays the same through restarts. */
  url: string;
  username: string;
  password: string;
  tcpPort: number | undefined;
  pid(): number | undefined;
  stats(): { ready: boolean; restarts: number };
  stop(): Promise<void>;
};

type Ports = { http: number; tcp: number | undefined };

/** Everything a spawn needs, written down once, so that a restart is the same engine again. */
type Plan = {
  libraryPath: string;
  directory: string;
  runDirectory: string;
  ports: Ports;
  identity: string;
  secret: EngineSecret;
};

const runPrefix = 'run-';
const portAttempts = 5;
const predecessorIntervalMs = 100;
/** Beside this file in the source tree, beside the bundle in dist/. */
const childFile = fileURLToPath(new URL('./engine-child.cjs', import.meta.url));

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const libraryPath = requireEngineLibrary(options.findLibrary ? { findLibrary: options.findLibrary } : {});
  const directory = resolve(options.directory);
  const patientUntil = performance.now() + (options.waitForPredecessorMs ?? 0);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnFreePort(options, libraryPath, directory);
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : String(cause);
      if (cause instanceof EngineNotReady && isPortTaken(text) && attempt < portAttempts) continue;
      if (cause instanceof EngineNotReady && isDirectoryInUse(text) && performance.now() < patientUntil) {
        await sleep(predecessorIntervalMs);
        continue;
      }
      throw new Error(buildStartFailure(directory, text), { cause });
    }
  }
}

async function startOnFreePort(
  options: EngineOptions,
  libraryPath: string,
  directory: string,
): Promise<Engine> {
  const findPort = options.findPort ?? findFreePort;
  const ports = { http: await findPort(), tcp: options.tcp ? await findPort() : undefined };
  await mkdir(join(directory, 'data'), { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  // A folder for each start: a second process on the same directory must not overwrite the login of the first.
  const runDirectory = await mkdtemp(join(directory, runPrefix));
  const secret = buildEngineSecret(options.password ?? createPassword());
  const plan = { libraryPath, directory, runDirectory, ports, identity: randomUUID(), secret };
  try {
    await writeConfiguration(plan, options);
    const supervised = await supervise({
      spawnEngine: () => spawnEngine(plan, options.log),
      ping: () => pingEngine(ports.http, plan.identity),
      log: options.log,
    });
    // Only the holder of the data directory's lock gets here, so these belong to processes that are gone.
    await removeOtherRuns(plan);
    return buildEngine(plan, supervised);
  } catch (error) {
    await rm(runDirectory, { recursive: true, force: true });
    throw error;
  }
}

function buildEngine(plan: Plan, supervised: Supervised): Engine {
  return {
    url: `http://127.0.0.1:${plan.ports.http}`,
    username: engineUser,
    password: plan.secret.password,
    tcpPort: plan.ports.tcp,
    pid: supervised.pid,
    stats: () => ({ ready: supervised.isReady(), restarts: supervised.restarts() }),
    stop: async () => {
      await supervised.stop();
      await rm(plan.runDirectory, { recursive: true, force: true });
    },
  };
}

async function writeConfiguration(plan: Plan, options: EngineOptions): Promise<void> {
  const usersFile = join(plan.runDirectory, 'users.xml');
  const serverConfig = buildServerConfig({
    httpPort: plan.ports.http,
    tcpPort: plan.ports.tcp,
    usersFile,
    memoryLimitMb: options.memoryLimitMb,
    gate: plan.secret.gate,
    identity: plan.identity,
  });
  await writePrivateFile(join(plan.runDirectory, 'config.xml'), serverConfig);
  await writePrivateFile(usersFile, buildUsersConfig(options.memoryLimitMb, plan.secret.password));
  if (options.extraConfig === undefined) return;
  const mergeDirectory = join(plan.runDirectory, 'config.d');
  await mkdir(mergeDirectory, { mode: 0o700 });
  const extra = `<clickhouse>${options.extraConfig}</clickhouse>\n`;
  await writePrivateFile(join(mergeDirectory, 'extra.xml'), extra);
}

function writePrivateFile(path: string, text: string): Promise<void> {
  return writeFile(path, text, { mode: 0o600, flag: 'wx' });
}

function spawnEngine({ libraryPath, directory, runDirectory, ports }: Plan, log: Log): EngineProcess {
  const listeners = ports.tcp === undefined ? 'HTTP' : 'HTTP,TCP';
  const configFile = `--config-file=${join(runDirectory, 'config.xml')}`;
  const child = spawn(
    process.execPath,
    [childFile, libraryPath, listeners, configFile, `--path=${join(directory, 'data')}/`],
    {
      cwd: runDirectory,
      // Nothing of our environment: the engine looks for credentials and settings of its own in it.
      env: { TZ: 'UTC' },
      stdio: ['pipe', 'ignore', 'pipe'],
      // Its own process group: Ctrl-C must reach us alone, so that what was accepted can still be written.
      detached: true,
    },
  );
  child.on('error', (error) => log.error({ err: error }, 'engine process could not be started or signalled'));
  child.stdin.on('error', () => undefined);
  const output = followEngineOutput(child.stderr, log);
  return { child, lastWords: output.lastWords };
}

async function removeOtherRuns({ directory, runDirectory }: Plan): Promise<void> {
  const own = basename(runDirectory);
  for (const name of await readdir(directory)) {
    if (!name.startsWith(runPrefix) || name === own) continue;
    await rm(join(directory, name), { recursive: true, force: true });
  }
}
