import { ApiError } from '../../contract/errors.ts';
import { isUuid, type WebsiteUuid, type WorkspaceId } from '../../contract/ids.ts';
import type { Control } from './open-control.ts';

/** The website's own spelling of its UUID, or `not_found` when the workspace has no such website. */
export async function requireWebsite(
  control: Control,
  workspaceId: WorkspaceId,
  websiteUuid: string,
): Promise<WebsiteUuid> {
  if (!isUuid(websiteUuid)) throw new ApiError('not_found');
  const website = await control.db
    .selectFrom('websites')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', websiteUuid.toLowerCase() as WebsiteUuid)
    .executeTakeFirst();
  if (website === undefined) throw new ApiError('not_found');
  return website.id;
}
