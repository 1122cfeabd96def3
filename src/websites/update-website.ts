import { ApiError } from '../contract/errors.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { requireWebsite } from '../store/control/require-website.ts';
import { parseDomains } from './parse-domains.ts';
import { buildWebsite, type Website, websiteColumns } from './website.ts';

/** Replaces its domains; hits from browsers follow within two seconds. */
export async function updateWebsite(
  control: Control,
  workspaceId: WorkspaceId,
  websiteUuid: string,
  domains: readonly string[],
): Promise<Website> {
  const allowedDomains = parseDomains(domains);
  const id = await requireWebsite(control, workspaceId, websiteUuid);
  const row = await control.db
    .updateTable('websites')
    .set({ allowed_domains_json: JSON.stringify(allowedDomains) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(websiteColumns)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return buildWebsite(row);
}
