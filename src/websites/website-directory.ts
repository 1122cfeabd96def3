import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { WebsiteDirectory } from '../contract/website-directory.ts';
import type { Control } from '../store/control/open-control.ts';
import { findKnownWebsite, findKnownWebsiteByHost } from './find-known-website.ts';
import { findWebsiteByPublicId } from './find-website.ts';
import { listGoalRules } from './list-goal-rules.ts';
import { listOwnDomains } from './list-own-domains.ts';
import { listPublicIds } from './list-public-ids.ts';

const cacheMs = 2_000;
const cacheSize = 10_000;

/** Domains may be two seconds old. */
export function createWebsiteDirectory(control: Control, clock: Clock): WebsiteDirectory {
  const ownDomains = cacheBriefly((workspaceId: WorkspaceId) => listOwnDomains(control, workspaceId), clock);
  const findKnown = cacheBriefly((publicId: string) => findKnownWebsite(control, publicId), clock);
  const findKnownByHost = cacheBriefly((host: string) => findKnownWebsiteByHost(control, host), clock);

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

/** A cache of two seconds: hits come by the thousand, and domains change by hand. */
function cacheBriefly<Key extends string, Value>(
  find: (key: Key) => Promise<Value>,
  clock: Clock,
): (key: Key) => Promise<Value> {
  const cache = new Map<Key, { at: number; value: Promise<Value> }>();
  return (key) => {
    const now = clock();
    const entry = cache.get(key);
    if (entry && now >= entry.at && now - entry.at < cacheMs) return entry.value;
    if (cache.size >= cacheSize) cache.clear();
    const value = find(key);
    cache.set(key, { at: now, value });
    value.catch(() => cache.delete(key));
    return value;
  };
}
