import type { BrowserIdentities } from './browser-identities.ts';
import type { PublicWebsiteId, WorkspaceId } from './ids.ts';

/** A website as the collector knows it: whose it is, and where its script may stand. */
export type KnownWebsite = {
  workspaceId: WorkspaceId;
  websiteId: PublicWebsiteId;
  domains: readonly string[];
  browserIdentities: BrowserIdentities;
  /** What the owner's server signs external IDs with. */
  identitySecret: string | undefined;
};
