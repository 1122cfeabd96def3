import { ApiError } from '../contract/errors.ts';
import { isUuid, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

/** At once and for ever: every request of a link looks for its row. */
export async function revokeShareLink({ db }: Control, workspaceId: WorkspaceId, id: string): Promise<void> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const row = await db
    .deleteFrom('share_links')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase())
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
}
