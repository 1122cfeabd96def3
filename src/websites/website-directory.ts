import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { WebsiteDirectory } from '../contract/website-directory.ts';
import type { Control } from '../store/control/open-control.ts';
import { findKnownWebsite, findKnownWebsiteByHost } from './find-known-website.ts';
import { findWebsiteByPublicId } from './find-website.ts';
import { listGoalRules } from './list-goal-rules.ts';
import { listOwnDomains } from './list-own-domains.ts';
import { listPublicIds } from './list-public-ids.ts';

const keptMs = 2_000;
const mostKept = 10_000;

/** Domains may be two seconds old. */
export function createWebsiteDirectory(control: Control, clock: Clock): WebsiteDirectory {
  const ownDomains = keepBriefly((workspaceId: WorkspaceId) => listOwnDomains(control, workspaceId), clock);
  const findKnown = keepBriefly((publicId: string) => findKnownWebsite(control, publicId), clock);
  const findKnownByHost = keepBriefly((host: string) => findKnownWebsiteByHost(control, host), clock);

  return {
    async has(workspaceId, publicId) {
      return (await findWebsiteByPublicId(control, workspaceId, publicId)) !== undefined;
    },
    publicIds: (workspaceId) => listPublicIds(control, workspaceId),
    ownDomains,
    goals: (workspaceId) => listGoalRules(control, workspaceId),
    findKnown,
    findKnownByHost,
  };
}

/** Answers from memory for two seconds: hits come by the thousand, and domains change by hand. */
function keepBriefly<Key extends string, Value>(
  find: (key: Key) => Promise<Value>,
  clock: Clock,
): (key: Key) => Promise<Value> {
  const kept = new Map<Key, { at: number; value: Promise<Value> }>();
  return (key) => {
    const now = clock();
    const last = kept.get(key);
    if (last && now >= last.at && now - last.at < keptMs) return last.value;
    if (kept.size >= mostKept) kept.clear();
    const value = find(key);
    kept.set(key, { at: now, value });
    value.catch(() => kept.delete(key));
    return value;
  };
}
