import { ApiError } from '../contract/errors.ts';
import { isUuid, type SegmentId, type WebsiteUuid, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

/** A report or a link may narrow to a segment of its own website alone. */
export async function requireOwnSegment(
  control: Control,
  workspaceId: WorkspaceId,
  websiteId: WebsiteUuid,
  segmentId: string | undefined,
): Promise<SegmentId | null> {
  if (segmentId === undefined) return null;
  if (!isUuid(segmentId)) throw new ApiError('not_found');
  const segment = await control.db
    .selectFrom('segments')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .where('id', '=', segmentId.toLowerCase() as SegmentId)
    .executeTakeFirst();
  if (segment === undefined) throw new ApiError('not_found');
  return segment.id;
}
