import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { buildManagedShareLink, type ManagedShareLink, managedColumns } from './share-link.ts';

/** Of all websites of the workspace, newest first. */
export async function listManagedShareLinks(
  { db }: Control,
  workspaceId: WorkspaceId,
): Promise<ManagedShareLink[]> {
  const rows = await db
    .selectFrom('share_links')
    .select(managedColumns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(buildManagedShareLink);
}
