/**
 * Counts requests against a workspace's limit (contract §2). The count is shared by all processes on one
 * database; what a refused request is answered is decided in src/http.
 */
import { sql } from 'kysely';
import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { prepareQuery } from '../store/control/prepared-query.ts';

export const windowMs = 60_000;

export type RequestCount = {
  /** The request's own number in its window, from 1. */
  count: number;
  limit: number;
  remaining: number;
  /** End of the window as Unix seconds, rounded up. */
  resetAtSeconds: number;
  allowed: boolean;
  retryAfterSeconds: number;
};

export type RequestCounter = (workspaceId: WorkspaceId, limit: number) => Promise<RequestCount>;

/**
 * Requests of one workspace that arrive while a count is under way share the next one: a busy workspace
 * costs one round trip at a time, and each request still gets its own number.
 */
export function createRequestCounter(control: Control, clock: Clock): RequestCounter {
  const waiting = new Map<WorkspaceId, Waiting[]>();

  async function runRounds(workspaceId: WorkspaceId): Promise<void> {
    // Requests whose key was checked together arrive here one after another: the first waits for the rest.
    await Promise.resolve();
    for (let round = takeRound(); round.length > 0; round = takeRound()) {
      await runRound(control, workspaceId, clock(), round);
    }
    waiting.delete(workspaceId);

    function takeRound(): Waiting[] {
      return waiting.get(workspaceId)?.splice(0) ?? [];
    }
  }

  return (workspaceId, limit) =>
    new Promise((resolve, reject) => {
      const request = { limit, resolve, reject };
      const queue = waiting.get(workspaceId);
      if (queue !== undefined) {
        queue.push(request);
        return;
      }
      waiting.set(workspaceId, [request]);
      void runRounds(workspaceId);
    });
}

type Waiting = {
  limit: number;
  resolve: (count: RequestCount) => void;
  reject: (error: unknown) => void;
};

async function runRound(
  control: Control,
  workspaceId: WorkspaceId,
  now: number,
  round: readonly Waiting[],
): Promise<void> {
  try {
    const [window] = await runCount(control.windows, [workspaceId, now, round.length]);
    if (window === undefined) throw new Error('Counting a request returned no window.');
    round.forEach(({ limit, resolve }, index) => {
      const count = window.requests - round.length + index + 1;
      resolve(buildRequestCount(count, limit, window.started_at + windowMs, now));
    });
  } catch (error) {
    for (const { reject } of round) reject(error);
  }
}

/**
 * One atomic statement opens a window, counts in it, or replaces one that is over. A window that starts more than its
 * length in the future comes from a wrong clock: it is replaced too, or it would never end.
 */
const isOver = sql<boolean>`(excluded.started_at >= rate_limit_windows.started_at + ${sql.lit(windowMs)}
  or excluded.started_at < rate_limit_windows.started_at - ${sql.lit(windowMs)})`;

const runCount = prepareQuery((db: Control['windows']) =>
  db
    .insertInto('rate_limit_windows')
    .values({ workspace_id: '' as WorkspaceId, started_at: 0, requests: 0 })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet({
        started_at: sql<number>`case when ${isOver} then excluded.started_at
          else rate_limit_windows.started_at end`,
        requests: sql<number>`case when ${isOver} then excluded.requests
          else rate_limit_windows.requests + excluded.requests end`,
      }),
    )
    .returning(['started_at', 'requests']),
);

function buildRequestCount(count: number, limit: number, endMs: number, now: number): RequestCount {
  return {
    count,
    limit,
    remaining: Math.max(0, limit - count),
    resetAtSeconds: Math.ceil(endMs / 1000),
    allowed: count <= limit,
    retryAfterSeconds: Math.max(1, Math.ceil((endMs - now) / 1000)),
  };
}
