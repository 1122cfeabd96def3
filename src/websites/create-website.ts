import type { Clock } from '../contract/clock.ts';
import { newPublicWebsiteId, type WebsiteUuid, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireWorkspace } from '../store/control/require-workspace.ts';
import { parseDomains } from './parse-domains.ts';
import { buildWebsite, type Website, websiteColumns } from './website.ts';

export async function createWebsite(
  control: Control,
  workspaceId: WorkspaceId,
  domains: readonly string[],
  clock: Clock,
): Promise<Website> {
  const allowedDomains = parseDomains(domains);
  await requireWorkspace(control, workspaceId);
  const now = clock();
  const row = await control.db
    .insertInto('websites')
    .values({
      id: newOrderedUuid(now) as WebsiteUuid,
      public_id: newPublicWebsiteId(),
      workspace_id: workspaceId,
      allowed_domains_json: JSON.stringify(allowedDomains),
      created_at: now,
    })
    .returning(websiteColumns)
    .executeTakeFirstOrThrow();
  return buildWebsite(row);
}
