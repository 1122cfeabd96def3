import type { WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

/** Deletes it with its segments, funnels, goals and whatever else was made for it. Records are in another store. */
export async function deleteWebsite(
  { db }: Control,
  workspaceId: WorkspaceId,
  id: WebsiteUuid,
): Promise<void> {
  await db.deleteFrom('websites').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
}
