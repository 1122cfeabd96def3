import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import { type AnnotationId, isUuid, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import {
  type AnnotatedTime,
  type Annotation,
  annotationColumns,
  buildAnnotation,
  findTimeColumns,
} from './annotation.ts';

/** Changes what is given and leaves the rest, also who wrote it first. */
export async function updateAnnotation(
  control: Control,
  workspaceId: WorkspaceId,
  id: string,
  { note, time }: { note?: string | undefined; time?: AnnotatedTime | undefined },
  clock: Clock,
): Promise<Annotation> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const row = await control.db
    .updateTable('annotations')
    .set({
      ...(note === undefined ? {} : { note }),
      ...(time === undefined ? {} : await findTimeColumns(control, workspaceId, time)),
      updated_at: clock(),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase() as AnnotationId)
    .returning(annotationColumns)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return buildAnnotation(row);
}
