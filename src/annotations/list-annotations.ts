import type { WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { type Page, type PageRequest, runPage } from '../store/control/page.ts';
import { type Annotation, annotationColumns, buildAnnotation } from './annotation.ts';

/** Days are YYYY-MM-DD, both included. */
export type AnnotationPage = PageRequest & {
  websiteUuid?: WebsiteUuid | undefined;
  firstDay?: string | undefined;
  lastDay?: string | undefined;
};

/** Of one website or of all of the workspace, the newest written first. */
export async function listAnnotations(
  { db }: Control,
  workspaceId: WorkspaceId,
  { websiteUuid, firstDay, lastDay, ...page }: AnnotationPage,
): Promise<Page<Annotation>> {
  let query = db.selectFrom('annotations').select(annotationColumns).where('workspace_id', '=', workspaceId);
  if (websiteUuid !== undefined) query = query.where('website_id', '=', websiteUuid);
  if (firstDay !== undefined) query = query.where('day', '>=', firstDay);
  if (lastDay !== undefined) query = query.where('day', '<=', lastDay);
  return await runPage(query, page, buildAnnotation);
}
