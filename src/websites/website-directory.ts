import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { findWebsiteByPublicId } from './find-website.ts';
import { listOwnDomains } from './list-own-domains.ts';
import { listPublicIds } from './list-public-ids.ts';

/** What reports and ingestion ask of a workspace's websites. Own domains may be a few seconds old. */
export type WebsiteDirectory = ReturnType<typeof createWebsiteDirectory>;

const ownDomainsKeptMs = 2_000;
const mostKept = 10_000;

export function createWebsiteDirectory(control: Control, clock: Clock) {
  const kept = new Map<WorkspaceId, { at: number; domains: Promise<readonly string[]> }>();

  return {
    async has(workspaceId: WorkspaceId, publicId: string): Promise<boolean> {
      return (await findWebsiteByPublicId(control, workspaceId, publicId)) !== undefined;
    },
    publicIds: (workspaceId: WorkspaceId): Promise<readonly string[]> => listPublicIds(control, workspaceId),
    ownDomains(workspaceId: WorkspaceId): Promise<readonly string[]> {
      const now = clock();
      const known = kept.get(workspaceId);
      if (known && now - known.at < ownDomainsKeptMs && now >= known.at) return known.domains;
      if (kept.size >= mostKept) kept.clear();
      const domains = listOwnDomains(control, workspaceId);
      kept.set(workspaceId, { at: now, domains });
      domains.catch(() => kept.delete(workspaceId));
      return domains;
    },
  };
}
