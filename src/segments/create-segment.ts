import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import type { SegmentId, WorkspaceId } from '../contract/ids.ts';
import type { JsonObject } from '../contract/json-object.ts';
import { textOf } from '../contract/json-text.ts';
import { isUniqueViolation } from '../store/control/control-error.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireWebsite } from '../store/control/require-website.ts';
import { buildSegment, type Segment, segmentColumns } from './segment.ts';

export async function createSegment(
  control: Control,
  workspaceId: WorkspaceId,
  input: { websiteUuid: string; name: string; filters: JsonObject },
  clock: Clock,
): Promise<Segment> {
  const websiteId = await requireWebsite(control, workspaceId, input.websiteUuid);
  const now = clock();
  const insertion = control.db
    .insertInto('segments')
    .values({
      id: newOrderedUuid(now) as SegmentId,
      workspace_id: workspaceId,
      website_id: websiteId,
      name: input.name,
      filters_json: textOf(input.filters),
      created_at: now,
      updated_at: now,
    })
    .returning(segmentColumns);
  try {
    return buildSegment(await insertion.executeTakeFirstOrThrow());
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('duplicate_name');
    throw error;
  }
}
