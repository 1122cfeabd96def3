/**
 * The embedded engine as the server sees it: DuckDB in a process of its own, restarted when it ends by itself. In the
 * server's process its work would block Node's thread pool, which the spool's commits need.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../../../contract/log.ts';
import type { AnalyticsEngine } from '../../analytics-engine.ts';
import { EngineUnavailable } from '../../engine-errors.ts';
import type { Sql } from '../../sql.ts';
import type { LocalEngineOptions } from '../local-engine.ts';
import { renderQuestion } from '../render-question.ts';
import { buildAnswer, buildRows } from '../rows-by-column.ts';
import { createSiteCache } from '../sites.ts';
import { buildSources } from '../sources.ts';
import type { BesideOptions, BesidePort } from './beside.ts';
import { type Channel, type OnProgress, openChannel } from './channel.ts';
import { followEngineOutput } from './engine-output.ts';
import type { HeldEngineOptions } from './protocol.ts';
import { type EngineProcess, type Supervised, supervise } from './supervise.ts';

export type EngineProcessOptions = LocalEngineOptions & {
  log: Log;
  /** Each report takes a thread of the pool in the engine's process while it runs. */
  reportsAtOnce: number;
  waitForPredecessorMs?: number;
  beside?: BesideOptions | undefined;
  /** Aborted: the start is given up. */
  signal?: AbortSignal;
};

export type ProcessEngine = AnalyticsEngine & {
  rebuild(onProgress?: OnProgress): Promise<void>;
  beside: BesidePort;
  pid(): number | undefined;
  restarts(): number;
};

/** For changes, exports and whatever else Node needs threads for. */
const threadsForTheRest = 12;
const mostThreads = 1024;
const reachableWithinMs = 5_000;

export async function startEngineProcess(options: EngineProcessOptions): Promise<ProcessEngine> {
  const { log, reportsAtOnce, waitForPredecessorMs = 0, signal, beside, ...engine } = options;
  const paths = { path: resolve(engine.path), temporaryDirectory: resolve(engine.temporaryDirectory) };
  const opening = {
    engine: { ...engine, ...paths, waitForPredecessorMs },
    threads: Math.min(reportsAtOnce + threadsForTheRest, mostThreads),
  };
  const spawnEngine = () => spawnProcess({ log, beside, ...opening });
  return buildEngine(await supervise({ spawnEngine, log, signal }));
}

/** The same process without an engine, for a server whose engine is a ClickHouse. */
export async function startProcessBeside(options: {
  log: Log;
  beside: BesideOptions;
  signal: AbortSignal;
}): Promise<{ port: BesidePort; stop(): Promise<void> }> {
  const { log, beside, signal } = options;
  const spawnEngine = () => spawnProcess({ log, beside, engine: undefined, threads: threadsForTheRest });
  const supervised = await supervise({ spawnEngine, log, signal });
  return { port: buildPort(supervised), stop: supervised.stop };
}

type Spawned = EngineProcess & { channel: Channel };

function requireChannel(supervised: Supervised<Spawned>): Channel {
  const engine = supervised.current();
  if (!engine) throw new EngineUnavailable('its process is being restarted');
  return engine.channel;
}

function buildPort(supervised: Supervised<Spawned>): BesidePort {
  return {
    tell: (message) => supervised.current()?.channel.tell(message),
    ask: async (request) => requireChannel(supervised).call({ method: 'beside', request }),
  };
}

function buildEngine(supervised: Supervised<Spawned>): ProcessEngine {
  const require = () => requireChannel(supervised);
  const ask = async (question: Sql, signal: AbortSignal) =>
    buildAnswer(await require().call({ method: 'ask', question: renderQuestion(question) }, { signal }));
  const findSites = createSiteCache(ask);
  return {
    store: async (batch) => require().call({ method: 'store', batch }),
    openSources: async (tenant, { signal } = {}) => buildSources(tenant, await findSites(tenant, signal)),
    query: (question, { signal }) => ask(question, signal),
    async *stream(question, { signal }) {
      for await (const portion of require().stream(renderQuestion(question), signal))
        yield buildRows(portion);
    },
    removeConversions: async (website, choice) =>
      require().call({ method: 'removeConversions', website, choice }),
    findTransactions: async (website, choice) =>
      require().call({ method: 'findTransactions', website, choice }),
    removePayments: async (website, choice, lastSeq) =>
      require().call({ method: 'removePayments', website, choice, lastSeq }),
    removeWebsite: async (website) => require().call({ method: 'removeWebsite', website }),
    removePerson: async (website, person) => require().call({ method: 'removePerson', website, person }),
    removeOldest: async (workspaceId, edge) => require().call({ method: 'removeOldest', workspaceId, edge }),
    rewrite: async () => require().call({ method: 'rewrite' }),
    rebuild: async (onProgress) => require().call({ method: 'rebuild' }, onProgress && { onProgress }),
    isReachable: () => answersInTime(supervised.current()?.channel),
    close: supervised.stop,
    beside: buildPort(supervised),
    pid: () => supervised.current()?.child.pid,
    restarts: supervised.restarts,
  };
}

async function answersInTime(channel: Channel | undefined): Promise<boolean> {
  if (!channel) return false;
  const timer = new AbortController();
  const tooLate = sleep(reachableWithinMs, false, { signal: timer.signal }).catch(() => false);
  const answer = channel.call({ method: 'isReachable' }).catch(() => false);
  const isReachable = await Promise.race([answer, tooLate]);
  timer.abort();
  return isReachable;
}

type SpawnOptions = {
  log: Log;
  engine: HeldEngineOptions | undefined;
  threads: number;
  beside: BesideOptions | undefined;
};

function spawnProcess({ log, engine, threads, beside }: SpawnOptions): Spawned {
  const child = fork(findEntry(), [], {
    // Rows hold numbers that JSON cannot represent.
    serialization: 'advanced',
    // It inherits neither our environment, which holds passwords, nor our flags.
    env: {
      TZ: 'UTC',
      // More of them never give back what they took: 1.2 GB instead of 0.6 after 40,000 records.
      MALLOC_ARENA_MAX: '2',
      UV_THREADPOOL_SIZE: String(threads),
      ...(beside?.authoritiesFile !== undefined && { NODE_EXTRA_CA_CERTS: beside.authoritiesFile }),
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // In its own process group: Ctrl-C must reach only the server, so that accepted records can still be stored.
    detached: true,
  });
  child.on('error', (error) => log.error({ err: error }, 'engine process could not be started or signalled'));
  const { lastWords } = followEngineOutput(requireErrorStream(child), log);
  const onTold = beside?.onTold ?? (() => undefined);
  const channel = openChannel(child, { engine, beside: beside?.settings }, onTold);
  return { child, channel, ready: channel.opened, askToEnd: channel.askToEnd, lastWords };
}

function requireErrorStream({ stderr }: ChildProcess) {
  if (!stderr) throw new Error('The engine was started without a standard error.');
  return stderr;
}

/**
 * The entry is src/worker-main.ts, as a JavaScript file beside the bundle that this code is part of: dist/
 * (scripts/build.mjs) or the folder of a program of ours (scripts/run-typescript.mjs). Tests import the sources, which
 * have no such file beside them, and use the one in dist/, which their global set-up has built.
 */
function findEntry(): string {
  const beside = fileURLToPath(new URL('./worker.js', import.meta.url));
  if (existsSync(beside)) return beside;
  return fileURLToPath(new URL('../../../../../dist/worker.js', import.meta.url));
}
