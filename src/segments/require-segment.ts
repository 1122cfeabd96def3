import { ApiError } from '../contract/errors.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { findSegment } from './find-segment.ts';
import type { Segment } from './segment.ts';

export async function requireSegment(
  control: Control,
  workspaceId: WorkspaceId,
  id: string,
): Promise<Segment> {
  const segment = await findSegment(control, workspaceId, id);
  if (segment === undefined) throw new ApiError('not_found');
  return segment;
}
