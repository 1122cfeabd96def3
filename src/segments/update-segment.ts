import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import { isUuid, type SegmentId, type WorkspaceId } from '../contract/ids.ts';
import type { JsonObject } from '../contract/json-object.ts';
import { textOf } from '../contract/json-text.ts';
import { isUniqueViolation } from '../store/control/control-error.ts';
import type { Control } from '../store/control/open-control.ts';
import { buildSegment, type Segment, segmentColumns } from './segment.ts';

/** Renames, or replaces the filters as a whole, or both. */
export async function updateSegment(
  control: Control,
  workspaceId: WorkspaceId,
  id: string,
  changes: { name?: string | undefined; filters?: JsonObject | undefined },
  clock: Clock,
): Promise<Segment> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const update = control.db
    .updateTable('segments')
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.filters === undefined ? {} : { filters_json: textOf(changes.filters) }),
      updated_at: clock(),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase() as SegmentId)
    .returning(segmentColumns);
  try {
    const row = await update.executeTakeFirst();
    if (row === undefined) throw new ApiError('not_found');
    return buildSegment(row);
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('duplicate_name');
    throw error;
  }
}
