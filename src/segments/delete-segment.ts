import { ApiError } from '../contract/errors.ts';
import { isUuid, type SegmentId, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

/** Answers the id as stored. */
export async function deleteSegment(
  control: Control,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SegmentId> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const row = await control.db
    .deleteFrom('segments')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase() as SegmentId)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return row.id;
}
