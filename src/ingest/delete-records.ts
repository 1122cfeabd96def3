import { ApiError } from '../contract/errors.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { AnalyticsEngine, Choice } from '../store/analytics/analytics-engine.ts';
import { EngineUnavailable } from '../store/analytics/engine-errors.ts';
import { type Claims, transactionClaim } from './claims.ts';
import { type Drain, NotCaughtUp } from './drain.ts';

/**
 * Permanent deletion of records, including those accepted before the call that are still spooled. The first two resolve
 * to how many there were.
 */
export type RecordDeletion = {
  /** `name` is that of the goal. */
  conversions(target: DeletionTarget, choice: Choice): Promise<string>;
  /** `name` is the transaction. */
  payments(target: DeletionTarget, choice: Choice): Promise<string>;
  /** All that is known of the website, and what was derived from it. */
  everything(target: DeletionTarget): Promise<void>;
};

export type DeletionTarget = { workspaceId: WorkspaceId; websiteId: string };

type Removing = Pick<
  AnalyticsEngine,
  'removeConversions' | 'findTransactions' | 'removePayments' | 'removeWebsite'
>;

const catchUpMs = 10_000;

/** `onDeleted` is called after something may have been deleted, also where the call failed halfway. */
export function createRecordDeletion(
  engine: Removing,
  claims: Claims,
  drain: Drain,
  onDeleted: () => Promise<void> = async () => {},
): RecordDeletion {
  /**
   * Claims are released before the payments go, which name them: so a repeat of a deletion that failed finds the rest.
   */
  async function releaseTransactions(target: DeletionTarget, choice: Choice) {
    const found = await engine.findTransactions(target, choice);
    await claims.release(found.ids.map((id) => transactionClaim(target.workspaceId, target.websiteId, id)));
    return found;
  }

  const afterCatchingUp = <Result>(work: () => Promise<Result>) =>
    orUnavailable(async () => {
      await drain.catchUp(catchUpMs);
      try {
        return await work();
      } finally {
        await onDeleted();
      }
    });

  return {
    conversions: (target, choice) =>
      afterCatchingUp(async () => String(await engine.removeConversions(target, choice))),
    payments: (target, choice) =>
      afterCatchingUp(async () => {
        const { ids, lastSeq } = await releaseTransactions(target, choice);
        // Up to `lastSeq`: a payment that is sent again from now on is not deleted.
        await engine.removePayments(target, choice, lastSeq);
        return String(ids.length);
      }),
    everything: (target) =>
      afterCatchingUp(async () => {
        await releaseTransactions(target, {});
        await engine.removeWebsite(target);
      }),
  };
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const passing = cause instanceof EngineUnavailable || cause instanceof NotCaughtUp;
    throw new ApiError(passing ? 'upstream_unavailable' : 'analytics_error', { cause });
  }
}
