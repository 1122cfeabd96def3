import type { DropReason } from '../../contract/drop-reasons.ts';
import type { WorkspaceId } from '../../contract/ids.ts';

/** Adds up what was left out until it is written down: one row a website and reason, not one a hit. */
export type DropCounter = {
  count(drop: Drop): void;
  /** All that was counted since the last call. */
  take(): CountedDrop[];
};

export type Drop = {
  workspaceId: WorkspaceId;
  websiteId: string;
  reason: DropReason;
  host: string;
  at: number;
};

export type CountedDrop = Drop & { hits: number };

export function createDropCounter(): DropCounter {
  let counted = new Map<string, CountedDrop>();
  return {
    count(drop) {
      const key = `${drop.workspaceId} ${drop.websiteId} ${drop.reason}`;
      counted.set(key, { ...drop, hits: (counted.get(key)?.hits ?? 0) + 1 });
    },
    take() {
      const taken = [...counted.values()];
      counted = new Map();
      return taken;
    },
  };
}
