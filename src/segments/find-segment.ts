import { isUuid, type SegmentId, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { buildSegment, type Segment, segmentColumns } from './segment.ts';

export async function findSegment(
  control: Control,
  workspaceId: WorkspaceId,
  id: string,
): Promise<Segment | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await control.db
    .selectFrom('segments')
    .select(segmentColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase() as SegmentId)
    .executeTakeFirst();
  return row && buildSegment(row);
}
