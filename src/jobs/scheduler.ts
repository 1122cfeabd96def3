import { randomUUID } from 'node:crypto';
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import { createThrottledWarning, type ThrottledWarning } from '../contract/throttled-warning.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Job } from './job.ts';
import { createJobTable, type JobTable } from './job-table.ts';

export type Scheduler = {
  /** Looks for due jobs now and then, until it is stopped. */
  start(): Promise<void>;
  /** Runs what is due, and what became due meanwhile; resolves when nothing of it is left. */
  runDue(): Promise<void>;
  /** Makes a job due, on whichever server. */
  wake(name: string): Promise<void>;
  /** Runs this one now, and no other. */
  run(name: string): Promise<void>;
  /** Aborts what is under way and waits for its end. */
  stop(): Promise<void>;
};

export type SchedulerOptions = {
  control: Control;
  clock: Clock;
  log: Log;
  jobs: readonly Job[];
};

const lookEveryMs = 5_000;
/** The lease of a job: long enough for a busy server, short enough after one died. */
const heldMs = 2 * 60_000;

/** Any number of servers may have one each: the database decides which of them runs a job. */
export function createScheduler({ control, clock, log, jobs }: SchedulerOptions): Scheduler {
  const table = createJobTable(control, { holder: randomUUID(), heldMs });
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const warn = createThrottledWarning(log, clock);
  let timer: NodeJS.Timeout | undefined;

  async function runClaimed(job: Job): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const release = renewLease(table, job.name, { clock, warn, onLost: () => lost.abort() });
    try {
      await job.run({ signal });
      await table.succeed(job.name, clock());
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a job failed');
      await table.fail(job.name, describe(error), clock());
    } finally {
      release();
    }
  }

  /** True where it ran here, by this call or by an earlier one. */
  async function runOne(job: Job): Promise<boolean> {
    const earlier = underWay.get(job.name);
    if (earlier) return earlier.then(() => true);
    // There is no await between the look-up and the note below, or two calls could both start the job.
    const running = (async () => {
      const isOurs = !stopping.signal.aborted && (await table.claim(job, clock()));
      if (isOurs) await runClaimed(job);
      return isOurs;
    })();
    const ended = running.then(
      () => {},
      () => {},
    );
    underWay.set(job.name, ended);
    try {
      return await running;
    } finally {
      underWay.delete(job.name);
    }
  }

  async function runOnce(): Promise<boolean> {
    const due = await table.listDue(clock());
    const known = jobs.filter(({ name }) => due.includes(name));
    return (await Promise.all(known.map(runOne))).some(Boolean);
  }

  async function runDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      const ran = await runOnce();
      const others = [...underWay.values()];
      if (!ran && others.length === 0) return;
      await Promise.all(others);
    }
  }

  const looks = new Set<Promise<unknown>>();
  const look = () => {
    const looking = runOnce()
      .catch((error: unknown) => log.error({ err: error }, 'due jobs were not found'))
      .finally(() => looks.delete(looking));
    looks.add(looking);
  };

  return {
    async start() {
      await table.add(jobs, clock());
      timer = setInterval(look, lookEveryMs);
      timer.unref();
      look();
    },
    runDue,
    async wake(name) {
      await table.makeDue(name, clock());
      if (timer) look();
    },
    async run(name) {
      const wanted = jobs.filter((job) => job.name === name);
      await table.add(wanted, clock());
      await table.makeDue(name, clock());
      await Promise.all(wanted.map(runOne));
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.allSettled([...underWay.values(), ...looks]);
    },
  };
}

type Holding = { clock: Clock; warn: ThrottledWarning; onLost(): void };

function renewLease(table: JobTable, name: string, { clock, warn, onLost }: Holding): () => void {
  const renew = async () => {
    if (!(await table.renew(name, clock()))) onLost();
  };
  // Where the database is away for a moment, no other server can take the lease either.
  const onError = (error: unknown) => warn(error, 'the lease of a job could not be renewed');
  const timer = setInterval(() => void renew().catch(onError), heldMs / 4);
  timer.unref();
  return () => clearInterval(timer);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
