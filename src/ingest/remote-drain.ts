import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../contract/log.ts';
import { type Drain, NotCaughtUp } from './drain.ts';
import type { DrainRequest, FromDrain, ToDrain } from './drain-service.ts';
import type { Inlet } from './spool.ts';

/** The way to the process that drains. */
export type DrainPort = { tell(message: ToDrain): void; ask(request: DrainRequest): Promise<unknown> };

/** The drain in another process, which may be away for a while: records then wait in the spool, and nothing is lost. */
export type RemoteDrain = Drain & {
  /** Connects to the process once it runs. */
  attach(port: DrainPort): void;
  /** Has the process overwrite what has left the spool: its copy of the pages holds some of it too. */
  overwriteFreed(): Promise<void>;
  /** Handles a message from the process. */
  take(message: FromDrain): void;
};

export type RemoteDrainOptions = {
  spool: Pick<Inlet, 'oldestSeq' | 'newestSeq'>;
  log: Log;
  /** Called when reports can see more than before. */
  onStored(): void;
};

/**
 * Notifications are batched, because a message costs as much as a record. The drain gathers for longer than this
 * anyway.
 */
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
        // The process is away, or was not in time; what it stored before it went away counts.
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
