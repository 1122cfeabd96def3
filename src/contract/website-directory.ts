import type { GoalRule } from './goal-rule.ts';
import type { WorkspaceId } from './ids.ts';
import type { KnownWebsite } from './known-website.ts';

/** What reports, ingestion and deletion ask about websites. Each of them takes the part that it needs. */
export type WebsiteDirectory = {
  has(workspaceId: WorkspaceId, publicId: string): Promise<boolean>;
  publicIds(workspaceId: WorkspaceId): Promise<readonly string[]>;
  ownDomains(workspaceId: WorkspaceId): Promise<readonly string[]>;
  /** Of all websites of the workspace, the goals that are not archived. */
  goals(workspaceId: WorkspaceId): Promise<readonly GoalRule[]>;
  /** For hits from browsers, which name no workspace. */
  findKnown(publicId: string): Promise<KnownWebsite | undefined>;
  findKnownByHost(host: string): Promise<KnownWebsite | undefined>;
};
