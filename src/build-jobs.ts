/** Wires what was opened into the work that comes again, and the scheduler that runs it. */
import type { Logger } from 'pino';
import type { Clock } from './contract/clock.ts';
import type { Claims } from './ingest/claims.ts';
import type { Job } from './jobs/job.ts';
import { createScheduler, type Scheduler } from './jobs/scheduler.ts';
import { purgeAttempts } from './limits/attempt-counter.ts';
import { purgeDailyCounts } from './limits/daily-counter.ts';
import type { Control } from './store/control/open-control.ts';
import { purgeSignIns } from './users/end-sign-ins.ts';
import { purgeOldLinks } from './users/password-resets.ts';

/** Opened and closed by whoever starts the server. */
export type JobParts = {
  clock: Clock;
  log: Logger;
  control: Control;
  claims: Claims;
};

const minuteMs = 60_000;

export function buildJobs(parts: JobParts): Scheduler {
  const { control, clock, log } = parts;
  return createScheduler({ control, clock, log, jobs: [buildPurge(parts)] });
}

/** One that fails keeps none of the others from what they do. */
function buildPurge({ control, clock, claims }: JobParts): Job {
  return {
    name: 'purge',
    everyMs: 10 * minuteMs,
    async run() {
      const now = clock();
      const results = await Promise.allSettled([
        purgeSignIns(control, now),
        purgeOldLinks(control, now),
        purgeAttempts(control, now),
        purgeDailyCounts(control, now),
        claims.purgeExpired(now),
      ]);
      const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      if (failed.length > 0) throw new Error(failed.map(String).join('; '));
    },
  };
}
