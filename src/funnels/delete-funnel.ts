import { ApiError } from '../contract/errors.ts';
import { type FunnelId, isUuid, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

export async function deleteFunnel({ db }: Control, workspaceId: WorkspaceId, id: string): Promise<void> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const row = await db
    .deleteFrom('funnels')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase() as FunnelId)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
}
