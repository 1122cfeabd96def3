import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../contract/log.ts';
import { type Drain, NotCaughtUp } from './drain.ts';
import type { DrainRequest, FromDrain, ToDrain } from './drain-service.ts';
import type { Inlet } from './spool.ts';

/** The way to the process that drains. */
export type DrainPort = { tell(message: ToDrain): void; ask(request: DrainRequest): Promise<unknown> };

/** The drain of another process, which may be away for a while: then records wait in the spool, and nothing is lost. */
export type RemoteDrain = Drain & {
  /** From now on there is somebody to speak to. */
  attach(port: DrainPort): void;
  /** Has the process write over what has left the spool: its memory too holds some of it. */
  overwriteFreed(): Promise<void>;
  /** What the process tells. */
  take(message: FromDrain): void;
};

export type RemoteDrainOptions = {
  spool: Pick<Inlet, 'oldestSeq' | 'newestSeq'>;
  log: Log;
  /** Reports see what they did not see before. */
  onStored(): void;
};

/** A message costs as much as a record: those of one moment are one. The drain gathers for longer than this anyway. */
const tellEveryMs = 100;
const askAgainMs = 50;
const stopWithinMs = 5_000;

export function createRemoteDrain({ spool, log, onStored }: RemoteDrainOptions): RemoteDrain {
  let port: DrainPort | undefined;
  let isQuiet = false;
  let hasMore = false;

  function tell(): void {
    isQuiet = true;
    hasMore = false;
    port?.tell('look');
    const timer = setTimeout(() => {
      isQuiet = false;
      if (hasMore) tell();
    }, tellEveryMs);
    timer.unref();
  }

  const hasLeft = (seq: number) => seq < (spool.oldestSeq() ?? Number.POSITIVE_INFINITY);

  return {
    attach(to) {
      port = to;
    },
    take(message) {
      if (message.say === 'stored') onStored();
      else log[message.level](message.fields, message.message);
    },
    notify() {
      if (isQuiet) hasMore = true;
      else tell();
    },
    async catchUp(timeoutMs) {
      const newest = spool.newestSeq();
      if (newest === undefined) return;
      const deadline = performance.now() + timeoutMs;
      for (let left = timeoutMs; left > 0; left = deadline - performance.now()) {
        const asked = port?.ask({ wants: 'catch up', timeoutMs: left }).then(() => true);
        if (await withinTime(left, asked)) return;
        // It is away, or was not in time; what it did before it went away counts.
        if (hasLeft(newest)) return;
        await sleep(askAgainMs);
      }
      throw new NotCaughtUp(`Accepted records are still in the spool after ${timeoutMs} ms.`);
    },
    async overwriteFreed() {
      if (!port) throw new Error('The process that drains is not there yet.');
      await port.ask({ wants: 'overwrite' });
    },
    async stop() {
      const asked = port?.ask({ wants: 'stop' }).then(() => true);
      port = undefined;
      await withinTime(stopWithinMs, asked);
    },
  };
}

/** Whether it succeeded, in time. */
async function withinTime(milliseconds: number, work: Promise<boolean> | undefined): Promise<boolean> {
  const timer = new AbortController();
  const tooLate = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const outcome = await Promise.race([work?.catch(() => false) ?? false, tooLate]);
  timer.abort();
  return outcome;
}
