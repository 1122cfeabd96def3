import { randomUUID } from 'node:crypto';
import type { Clock } from '../../contract/clock.ts';
import type { Control } from './open-control.ts';

/** The right to do something that only one of several servers should do at a time. */
export type Lease = {
  /** Takes or renews it; false while another server has it. It expires where its holder died. */
  take(): Promise<boolean>;
  release(): Promise<void>;
};

const usualMs = 10 * 60_000;
/** Of a lease that `whileHeld` renews: nobody waits longer than this for a server that was ended. */
export const renewedLeaseMs = 60_000;
const renewMs = renewedLeaseMs / 4;

export function createLease(control: Control, name: string, clock: Clock, leaseMs = usualMs): Lease {
  const holder = randomUUID();
  return {
    async take() {
      const now = clock();
      const expires_at = now + leaseMs;
      await control.db
        .insertInto('leases')
        .values({ name, holder, expires_at })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ holder, expires_at })
            .where((eb) => eb.or([eb('leases.holder', '=', holder), eb('leases.expires_at', '<', now)])),
        )
        .execute();
      const row = await control.db
        .selectFrom('leases')
        .select('holder')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.holder === holder;
    },
    async release() {
      await control.db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
    },
  };
}

/** Runs `work` under a lease that was taken, and renews it so that it lasts however long the work takes. */
export async function whileHeld<Result>(
  { take, release }: Lease,
  work: () => Promise<Result>,
): Promise<Result> {
  const renewing = setInterval(() => void take().catch(() => undefined), renewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await release();
  }
}
