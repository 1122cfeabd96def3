import type { ChildProcess } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../src/contract/log.ts';

/** A spawned engine whose standard input is held open by us. */
export type EngineProcess = { child: ChildProcess; lastWords(): string };

export type SuperviseOptions = {
  spawnEngine(): EngineProcess;
  ping(): Promise<boolean>;
  log: Log;
};

export type Supervised = {
  pid(): number | undefined;
  restarts(): number;
  isReady(): boolean;
  stop(): Promise<void>;
};

/** The engine ended, or did not answer in time, before it was ready; the message holds its own words. */
export class EngineNotReady extends Error {}

const pingIntervalMs = 20;
/** Loading the parts of a large data directory can take a while after a crash. */
const readyWithinMs = 120_000;
const firstDelayMs = 100;
const longestDelayMs = 10_000;
const healthyAfterMs = 30_000;
const terminateAfterMs = 1_000;
const killAfterMs = 500;

/** Starts the engine, rejects when that first start fails, and from then on restarts it until it is stopped. */
export async function supervise(options: SuperviseOptions): Promise<Supervised> {
  const { log } = options;
  const stopping = new AbortController();
  let current = options.spawnEngine();
  let ready = false;
  let restarts = 0;

  await requireReady(current, options, stopping.signal);
  ready = true;

  async function keepRunning(): Promise<void> {
    let delayMs = firstDelayMs;
    let readySince = performance.now();
    while (!stopping.signal.aborted) {
      await untilExit(current.child);
      if (ready && performance.now() - readySince >= healthyAfterMs) delayMs = firstDelayMs;
      ready = false;
      if (stopping.signal.aborted) return;
      log.error(buildExitFields(current), `engine ended by itself, restarting in ${delayMs} ms`);
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      delayMs = Math.min(delayMs * 2, longestDelayMs);
      restarts += 1;
      current = options.spawnEngine();
      ready = await becomesReady(current, options, stopping.signal);
      readySince = performance.now();
    }
  }

  const running = keepRunning();
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    stopping.abort();
    await endProcess(current.child);
    await running;
  }

  return {
    pid: () => (hasExited(current.child) ? undefined : current.child.pid),
    restarts: () => restarts,
    isReady: () => ready,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function becomesReady(
  engine: EngineProcess,
  options: SuperviseOptions,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await requireReady(engine, options, signal);
    options.log.info({ pid: engine.child.pid }, 'engine is ready again');
    return true;
  } catch {
    return false;
  }
}

async function requireReady(
  engine: EngineProcess,
  options: SuperviseOptions,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (!hasExited(engine.child) && !signal.aborted && performance.now() < deadline) {
    if (await options.ping()) return;
    await sleep(pingIntervalMs);
  }
  await endProcess(engine.child);
  throw new EngineNotReady(engine.lastWords() || buildExitText(engine.child));
}

/** Asks first, so that the engine can finish its writes; insists after a second. */
async function endProcess(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (await exitsWithin(child, terminateAfterMs)) return;
  child.kill('SIGTERM');
  if (await exitsWithin(child, killAfterMs)) return;
  child.kill('SIGKILL');
  await untilExit(child);
}

async function exitsWithin(child: ChildProcess, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const timeUp = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const exited = await Promise.race([untilExit(child).then(() => true), timeUp]);
  timer.abort();
  return exited;
}

/** `close` and not `exit`: only then has all of its standard error been read. */
async function untilExit(child: ChildProcess): Promise<void> {
  if (isClosed(child)) return;
  await new Promise((resolve) => child.once('close', resolve));
}

function hasExited(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

function isClosed(child: ChildProcess): boolean {
  return hasExited(child) && (child.stderr?.closed ?? true);
}

function buildExitFields({ child, lastWords }: EngineProcess): object {
  return { exitCode: child.exitCode, signal: child.signalCode, engineError: lastWords() };
}

function buildExitText(child: ChildProcess): string {
  return `it ended with ${child.signalCode ?? `exit code ${child.exitCode}`} and gave no reason`;
}
