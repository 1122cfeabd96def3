import type { PublicWebsiteId, WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

export async function listPublicIds(control: Control, workspaceId: WorkspaceId): Promise<PublicWebsiteId[]> {
  const rows = await control.db
    .selectFrom('websites')
    .select('public_id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows.map((row) => row.public_id);
}
