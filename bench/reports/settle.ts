import { startSettler } from '../../src/settlement/settler.ts';
import { benchLog, type DataSet } from './data-set.ts';

/** The bench says itself when to settle. */
const never = 2 ** 31 - 1;

/**
 * What a server does in the background with days that are over, done at once: reports are measured as on a server
 * that has been running for a while.
 */
export async function settleClosedDays({ analytics, clock }: DataSet): Promise<void> {
  const settler = startSettler({
    analytics,
    clock,
    log: benchLog,
    lease: { take: async () => true, release: async () => {} },
    intervalMs: never,
  });
  try {
    await settler.settleNow();
  } finally {
    await settler.stop();
  }
}
