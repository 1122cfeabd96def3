/**
 * The life of the process that holds DuckDB and the service beside it, started by start-engine-process.ts. It never
 * ends by itself: the server tells it to stop, and when the server is gone, in whatever way, it ends too.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { buildFileError } from '../engine-file-error.ts';
import type { LocalEngine } from '../local-engine.ts';
import type { Beside, OpenBeside } from './beside.ts';
import type { FromEngine, HeldEngineOptions, OpenOptions, ToEngine } from './protocol.ts';
import { createResponder, isFatal, type Responder } from './responder.ts';
import { buildWireError } from './wire-error.ts';

const predecessorIntervalMs = 50;

export function runEngineProcess(openBeside: OpenBeside): void {
  let responder: Responder | undefined;
  let beside: Beside | undefined;

  process.title = 'footfall-worker';
  // Ignored, because a service manager signals every process of the service, and the server still has records to hand
  // over then.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // Not by process.exit, which waits for the engine's threads. What was not committed is discarded at the next start.
  process.on('disconnect', endAtOnce);
  process.on('message', (message: ToEngine) => {
    if (message.say === 'open') void open(message.options);
    else if (message.say === 'stop') void stop();
    else if (message.say === 'tell') beside?.take(message.message);
    else responder?.take(message);
  });

  async function open(options: OpenOptions): Promise<void> {
    try {
      const engine = options.engine && (await openWhenFree(options.engine));
      if (options.beside !== undefined) {
        const tell = (message: unknown) => say({ say: 'tell', message });
        beside = await openBeside(options.beside, engine && endWhenBroken(engine), tell);
      }
      responder = createResponder({ engine, beside }, say, endAtOnce);
      say({ say: 'ready' });
    } catch (error) {
      say({ say: 'failed', error: buildWireError(error) }, endAtOnce);
    }
  }

  async function stop(): Promise<void> {
    await responder?.close().catch(complain);
    endAtOnce();
  }
}

async function openWhenFree({ waitForPredecessorMs, ...options }: HeldEngineOptions): Promise<LocalEngine> {
  // Loaded only where there is an engine to hold: it takes many megabytes.
  const { openLocalEngine } = await import('../local-engine.ts');
  const patientUntil = performance.now() + waitForPredecessorMs;
  for (;;) {
    try {
      return await openLocalEngine(options);
    } catch (error) {
      const fileError = buildFileError(options.path, error);
      if (fileError.kind !== 'locked' || performance.now() >= patientUntil) throw fileError;
      await sleep(predecessorIntervalMs);
    }
  }
}

/** For callers in this process; for those in the server, the supervisor restarts it. */
function endWhenBroken({ store }: LocalEngine): Pick<LocalEngine, 'store'> {
  return {
    async store(batch) {
      try {
        await store(batch);
      } catch (error) {
        if (isFatal(error)) {
          complain(error);
          endAtOnce();
        }
        throw error;
      }
    },
  };
}

function say(message: FromEngine, then?: () => void): void {
  process.send?.(message, undefined, undefined, () => then?.());
}

function complain(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
}

function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}
