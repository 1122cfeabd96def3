import { ApiError } from '../contract/errors.ts';
import { type AnnotationId, isUuid, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

/** Answers the id as stored. */
export async function deleteAnnotation(
  { db }: Control,
  workspaceId: WorkspaceId,
  id: string,
): Promise<AnnotationId> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const row = await db
    .deleteFrom('annotations')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase() as AnnotationId)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return row.id;
}
