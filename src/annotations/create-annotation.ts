import type { Clock } from '../contract/clock.ts';
import type { AnnotationId, WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireWebsite } from '../store/control/require-website.ts';
import {
  type AnnotatedTime,
  type Annotation,
  annotationColumns,
  buildAnnotation,
  findTimeColumns,
} from './annotation.ts';

export type NewAnnotation = {
  websiteUuid: string;
  note: string;
  author: string;
  /** Now unless given. */
  time?: AnnotatedTime | undefined;
};

export async function createAnnotation(
  control: Control,
  workspaceId: WorkspaceId,
  { websiteUuid, note, author, time }: NewAnnotation,
  clock: Clock,
): Promise<Annotation> {
  const now = clock();
  const websiteId = await requireWebsite(control, workspaceId, websiteUuid);
  const row = await control.db
    .insertInto('annotations')
    .values({
      id: newOrderedUuid(now) as AnnotationId,
      workspace_id: workspaceId,
      website_id: websiteId,
      ...(await findTimeColumns(control, workspaceId, time ?? { at: now })),
      note,
      author,
      created_at: now,
      updated_at: now,
    })
    .returning(annotationColumns)
    .executeTakeFirstOrThrow();
  return buildAnnotation(row);
}
