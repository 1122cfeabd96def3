import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { KnownWebsite } from '../contract/known-website.ts';
import type { GoalRule } from '../store/analytics/definitions/goals.ts';
import type { Control } from '../store/control/open-control.ts';
import { findKnownWebsite, findKnownWebsiteByHost } from './find-known-website.ts';
import { findWebsiteByPublicId } from './find-website.ts';
import { listGoalRules } from './list-goal-rules.ts';
import { listOwnDomains } from './list-own-domains.ts';
import { listPublicIds } from './list-public-ids.ts';

/** What reports and ingestion ask of websites. Domains may be two seconds old. */
export type WebsiteDirectory = ReturnType<typeof createWebsiteDirectory>;

const keptMs = 2_000;
const mostKept = 10_000;

export function createWebsiteDirectory(control: Control, clock: Clock) {
  const domains = keepBriefly((workspaceId: WorkspaceId) => listOwnDomains(control, workspaceId), clock);
  const known = keepBriefly((publicId: string) => findKnownWebsite(control, publicId), clock);
  const knownByHost = keepBriefly((host: string) => findKnownWebsiteByHost(control, host), clock);

  return {
    async has(workspaceId: WorkspaceId, publicId: string): Promise<boolean> {
      return (await findWebsiteByPublicId(control, workspaceId, publicId)) !== undefined;
    },
    publicIds: (workspaceId: WorkspaceId): Promise<readonly string[]> => listPublicIds(control, workspaceId),
    ownDomains: (workspaceId: WorkspaceId): Promise<readonly string[]> => domains(workspaceId),
    goals: (workspaceId: WorkspaceId): Promise<readonly GoalRule[]> => listGoalRules(control, workspaceId),
    /** For hits from browsers, which name no workspace. */
    findKnown: (publicId: string): Promise<KnownWebsite | undefined> => known(publicId),
    findKnownByHost: (host: string): Promise<KnownWebsite | undefined> => knownByHost(host),
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
