/**
 * The process that holds DuckDB, started by start-engine-process.ts. It has no life of its own: the server tells it
 * when to stop, and when the server is gone, however it went, it goes too.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { buildFileError } from '../engine-file-error.ts';
import { openLocalEngine } from '../local-engine.ts';
import type { FromEngine, OpenOptions, ToEngine } from './protocol.ts';
import { createResponder, type Responder } from './responder.ts';
import { buildWireError } from './wire-error.ts';

const predecessorIntervalMs = 50;

process.title = 'footfall-engine';
// A service manager signals every process of the service: the server still has records to hand over then.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Not by process.exit, which waits for the engine's threads. What was not committed is not there after the next start.
process.on('disconnect', endAtOnce);

const say = (message: FromEngine, then?: () => void) => {
  process.send?.(message, undefined, undefined, () => then?.());
};

let responder: Responder | undefined;

process.on('message', (message: ToEngine) => {
  if (message.say === 'open') void open(message.options);
  else if (message.say === 'stop') void stop();
  else responder?.take(message);
});

async function open(options: OpenOptions): Promise<void> {
  try {
    const engine = await openWhenFree(options);
    responder = createResponder(engine, say, endAtOnce);
    say({ say: 'ready' });
  } catch (error) {
    say({ say: 'failed', error: buildWireError(error) }, endAtOnce);
  }
}

async function openWhenFree({ waitForPredecessorMs, ...options }: OpenOptions) {
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

async function stop(): Promise<void> {
  await responder?.close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  endAtOnce();
}

function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}
