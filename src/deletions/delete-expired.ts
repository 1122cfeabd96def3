import type { AnalyticsEngine, RetentionEdge } from '../store/analytics/analytics-engine.ts';
import type { Control } from '../store/control/open-control.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** The longest visit that the script sends. */
const longestVisitMs = dayMs;
/** A day may have begun earlier by as much, where the clocks of its zone were changed since. */
const clockChangeMs = 2 * hourMs;

/**
 * N days of retention are today and the N − 1 days before it, in the zone of whoever looks. A day that some zone still
 * shows began at most 24 hours before now, and then N − 1 days earlier.
 */
export function findRetentionEdge(now: number, retentionDays: number): RetentionEdge {
  const edge = Math.max(0, now - retentionDays * dayMs - clockChangeMs);
  return { edge, oldestVisit: Math.max(0, edge - longestVisitMs) };
}

export type ExpiryParts = {
  control: Control;
  engine: Pick<AnalyticsEngine, 'removeOldest'>;
  now: number;
  signal: AbortSignal;
  onDeleted(): Promise<void>;
};

/** Deletes what is older than the retention of its workspace. Resolves to the number of rows. */
export async function deleteExpired({
  control,
  engine,
  now,
  signal,
  onDeleted,
}: ExpiryParts): Promise<number> {
  const workspaces = await control.db
    .selectFrom('workspaces')
    .select(['id', 'retention_days'])
    .where('retention_days', 'is not', null)
    .execute();
  let deleted = 0;
  for (const { id, retention_days } of workspaces) {
    if (retention_days === null) continue;
    const edge = findRetentionEdge(now, retention_days);
    for (let isDone = false; !isDone && !signal.aborted; ) {
      const removed = await engine.removeOldest(id, edge);
      isDone = removed.isDone;
      deleted += removed.rows;
      if (removed.rows > 0) await onDeleted();
    }
  }
  return deleted;
}
