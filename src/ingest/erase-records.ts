import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { AnalyticsEngine, RecordedPerson, RemovedRows } from '../store/analytics/analytics-engine.ts';
import { EngineUnavailable } from '../store/analytics/engine-errors.ts';
import type { AcceptedRecord } from './accepted-record.ts';
import { type Claims, transactionClaim } from './claims.ts';
import { type Drain, NotCaughtUp } from './drain.ts';
import type { ErasedSubjects } from './erased-subjects.ts';
import type { Inlet } from './spool.ts';

type Website = { workspaceId: WorkspaceId; websiteId: string };

/** Rows of the engine's tables, records that it had refused, and answers that were kept for retries. */
export type ErasedRecords = RemovedRows & { refused: number; answers: number };

export type RecordErasure = {
  /** Resolves when everything accepted before the call can be found. */
  catchUp(): Promise<void>;
  /** Everything of the person that was accepted before the call, wherever it is. */
  erase(website: Website, person: RecordedPerson): Promise<ErasedRecords>;
};

export type ErasureOptions = {
  engine: Pick<AnalyticsEngine, 'findTransactions' | 'removePerson'>;
  claims: Claims;
  drain: Drain;
  spool: Pick<Inlet, 'removeRefused'>;
  erased: ErasedSubjects;
  clock: Clock;
  /** Called after something may have been erased, also where the call failed halfway. */
  onDeleted(): Promise<void>;
};

const catchUpMs = 10_000;

export function createRecordErasure(options: ErasureOptions): RecordErasure {
  const { engine, claims, drain, spool, erased, clock } = options;

  async function releaseTransactions(website: Website, { visitorIds }: RecordedPerson): Promise<void> {
    for (const visitorId of visitorIds) {
      const { ids } = await engine.findTransactions(website, { visitorId });
      await claims.release(ids.map((id) => transactionClaim(website.workspaceId, website.websiteId, id)));
    }
  }

  return {
    catchUp: () => orUnavailable(() => drain.catchUp(catchUpMs)),
    erase: (website, person) =>
      orUnavailable(async () => {
        // Noted first: a batch that began earlier may hold records of the person, and is waited for; later batches
        // leave them out.
        await erased.note(website, person, clock());
        await drain.catchUp(catchUpMs);
        const refused = spool.removeRefused((record) => isTheirs(record, website, person));
        await releaseTransactions(website, person);
        const answers = await claims.deleteAnswers(website.workspaceId, person.visitorIds);
        try {
          return { ...(await engine.removePerson(website, person)), refused, answers };
        } finally {
          await options.onDeleted();
        }
      }),
  };
}

function isTheirs(record: AcceptedRecord, website: Website, person: RecordedPerson): boolean {
  if (record.kind === 'drops') return false;
  if (record.workspaceId !== website.workspaceId || record.websiteId !== website.websiteId) return false;
  if (person.visitorIds.includes(record.visitorId)) return true;
  return record.kind === 'identity' && person.externalHashes.includes(record.externalHash);
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const passing = cause instanceof EngineUnavailable || cause instanceof NotCaughtUp;
    throw new ApiError(passing ? 'upstream_unavailable' : 'analytics_error', { cause });
  }
}
