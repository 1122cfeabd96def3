import type { DropReason } from '../../contract/drop-reasons.ts';
import type { WorkspaceId } from '../../contract/ids.ts';

/**
 * Adds up dropped hits until they are written: one row for a website and reason instead of one for a hit. Foreign hosts
 * are counted one by one, since each may be a domain that the owner forgot to name.
 */
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

/** For one website between two writes: the sender of hits chooses the host, and could choose any number of them. */
const mostForeignHosts = 20;

export function createDropCounter(): DropCounter {
  let counted = new Map<string, CountedDrop>();
  let foreignHosts = new Map<string, number>();

  function keyOf({ workspaceId, websiteId, reason, host }: Drop): string {
    const shared = `${workspaceId} ${websiteId} ${reason}`;
    const own = `${shared} ${host}`;
    if (reason !== 'foreign_domain') return shared;
    if (counted.has(own)) return own;
    const hosts = (foreignHosts.get(shared) ?? 0) + 1;
    if (hosts > mostForeignHosts) return shared;
    foreignHosts.set(shared, hosts);
    return own;
  }

  return {
    count(drop) {
      const key = keyOf(drop);
      counted.set(key, { ...drop, hits: (counted.get(key)?.hits ?? 0) + 1 });
    },
    take() {
      const taken = [...counted.values()];
      counted = new Map();
      foreignHosts = new Map();
      return taken;
    },
  };
}
