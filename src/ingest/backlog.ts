import type { Clock } from '../contract/clock.ts';
import type { ThrottledWarning } from '../contract/throttled-warning.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Inlet } from './spool.ts';

/**
 * How far reports are behind what was accepted. Every server on a control database notes there when records wait
 * in its spool, so that all of them can say `delayed`, also while the server that holds the records is down.
 */
export type Backlog = {
  /** When the oldest record was accepted that some spool still holds. */
  oldestPendingAt(): Promise<number | undefined>;
  stop(): void;
};

const noteEveryMs = 2_000;
const worthNotingMs = 4_000;
const cacheMs = 1_000;

export function createBacklog(
  control: Control,
  spool: Pick<Inlet, 'id' | 'oldestAcceptedAt'>,
  clock: Clock,
  warn: ThrottledWarning,
): Backlog {
  let isNoted = true;
  let known: { at: number; oldest: Promise<number | undefined> } | undefined;

  async function note(): Promise<void> {
    const oldest = spool.oldestAcceptedAt();
    if (oldest !== undefined && clock() - oldest > worthNotingMs) {
      isNoted = true;
      await control.db
        .insertInto('spool_backlogs')
        .values({ spool_id: spool.id, oldest_accepted_at: oldest })
        .onConflict((conflict) => conflict.column('spool_id').doUpdateSet({ oldest_accepted_at: oldest }))
        .execute();
    } else if (isNoted) {
      await control.db.deleteFrom('spool_backlogs').where('spool_id', '=', spool.id).execute();
      isNoted = false;
    }
  }

  async function findElsewhere(): Promise<number | undefined> {
    const row = await control.db
      .selectFrom('spool_backlogs')
      .select((eb) => eb.fn.min('oldest_accepted_at').as('oldest'))
      .where('spool_id', '!=', spool.id)
      .executeTakeFirst();
    return row?.oldest ?? undefined;
  }

  // A note that fails is made again two seconds later.
  const onError = (error: unknown) => warn(error, 'how far the spool is behind could not be noted');
  const timer = setInterval(() => note().catch(onError), noteEveryMs);
  timer.unref();

  return {
    async oldestPendingAt() {
      const now = clock();
      if (!known || now - known.at >= cacheMs || now < known.at) known = { at: now, oldest: findElsewhere() };
      const [own, elsewhere] = [spool.oldestAcceptedAt(), await known.oldest];
      return own === undefined || elsewhere === undefined ? (own ?? elsewhere) : Math.min(own, elsewhere);
    },
    stop: () => clearInterval(timer),
  };
}
