import type { ChildProcess } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../../contract/log.ts';

export type EngineProcess = {
  child: ChildProcess;
  /** Resolves when it answers; rejects when it cannot, or when it ends before. */
  ready: Promise<void>;
  /** Asks it to end by itself. */
  askToEnd(): void;
  /** What it wrote before it ended. */
  lastWords(): string;
};

export type SuperviseOptions<Engine extends EngineProcess> = {
  spawnEngine(): Engine;
  log: Log;
  /** Aborted: the first start is given up. */
  signal?: AbortSignal | undefined;
};

export type Supervised<Engine extends EngineProcess> = {
  /** undefined while no process answers. */
  current(): Engine | undefined;
  restarts(): number;
  stop(): Promise<void>;
};

const firstDelayMs = 100;
const longestDelayMs = 10_000;
const healthyAfterMs = 30_000;
/**
 * So that a stop takes less than two seconds. What the engine has not checkpointed by then stays in its write-ahead
 * log.
 */
const killAfterMs = 1_500;

/** Starts the engine, rejects when that first start fails, and from then on restarts it until it is stopped. */
export async function supervise<Engine extends EngineProcess>({
  spawnEngine,
  log,
  signal,
}: SuperviseOptions<Engine>): Promise<Supervised<Engine>> {
  const stopping = new AbortController();
  let engine = spawnEngine();
  let restarts = 0;
  await requireReady(engine, signal);
  let isUp = true;

  async function restartOnExit(): Promise<void> {
    let delayMs = firstDelayMs;
    let upSince = performance.now();
    while (!stopping.signal.aborted) {
      await untilExit(engine.child);
      if (stopping.signal.aborted) return;
      if (isUp && performance.now() - upSince >= healthyAfterMs) delayMs = firstDelayMs;
      isUp = false;
      log.error(buildExitFields(engine), `engine ended by itself, restarting in ${delayMs} ms`);
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      delayMs = Math.min(delayMs * 2, longestDelayMs);
      restarts += 1;
      isUp = await startAgain();
      upSince = performance.now();
    }
  }

  async function startAgain(): Promise<boolean> {
    try {
      engine = spawnEngine();
      await requireReady(engine, stopping.signal);
      log.info({ pid: engine.child.pid }, 'engine is ready again');
      return true;
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'engine could not be started again');
      return false;
    }
  }

  const running = restartOnExit();
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    stopping.abort();
    await endProcess(engine);
    await running;
  }

  return {
    current: () => (isUp && !stopping.signal.aborted && !hasExited(engine.child) ? engine : undefined),
    restarts: () => restarts,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function requireReady(engine: EngineProcess, signal: AbortSignal | undefined): Promise<void> {
  const giveUp = () => engine.child.kill('SIGKILL');
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    await engine.ready;
  } catch (error) {
    await endProcess(engine);
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

async function endProcess({ child, askToEnd }: EngineProcess): Promise<void> {
  if (hasExited(child)) return untilExit(child);
  askToEnd();
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
  if (hasExited(child) && (child.stderr?.closed ?? true)) return;
  await new Promise((resolve) => child.once('close', resolve));
}

export function hasExited(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

function buildExitFields({ child, lastWords }: EngineProcess): object {
  return { exitCode: child.exitCode, signal: child.signalCode, lastWords: lastWords() };
}
