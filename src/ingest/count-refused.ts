import type { SpoolFiles } from './spool-files.ts';
import { parseRecord } from './spool-group.ts';

export type RefusedCount = { records: number; lastAt: number };

/** Counts refused records by website. The count is cached until some are added or removed. */
export function createRefusedCounter(files: SpoolFiles) {
  let known: { version: number; counts: Map<string, RefusedCount> } | undefined;
  const keyOf = (workspaceId: string, websiteId: string) => `${workspaceId} ${websiteId}`;

  function countAll(): Map<string, RefusedCount> {
    const counts = new Map<string, RefusedCount>();
    for (const { value } of files.refused.getRange()) {
      const { workspaceId, websiteId } = parseRecord(value);
      const key = keyOf(workspaceId, websiteId);
      const { records, lastAt } = counts.get(key) ?? { records: 0, lastAt: 0 };
      counts.set(key, { records: records + 1, lastAt: Math.max(lastAt, value.at) });
    }
    return counts;
  }

  return (workspaceId: string, websiteIds: readonly string[]): RefusedCount => {
    const version = files.read('refusals') ?? 0;
    if (known?.version !== version) known = { version, counts: countAll() };
    const { counts } = known;
    return websiteIds.reduce<RefusedCount>(
      (sum, websiteId) => {
        const { records, lastAt } = counts.get(keyOf(workspaceId, websiteId)) ?? { records: 0, lastAt: 0 };
        return { records: sum.records + records, lastAt: Math.max(sum.lastAt, lastAt) };
      },
      { records: 0, lastAt: 0 },
    );
  };
}
