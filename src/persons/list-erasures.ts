import { ApiError } from '../contract/errors.ts';
import { isUuid, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { type Page, type PageRequest, runPage } from '../store/control/page.ts';
import { buildErasure, type Erasure } from './erasure.ts';

/** The newest first. */
export function listErasures(
  { db }: Control,
  workspaceId: WorkspaceId,
  page: PageRequest,
): Promise<Page<Erasure>> {
  const ofWorkspace = db.selectFrom('erasures').selectAll().where('workspace_id', '=', workspaceId);
  return runPage(ofWorkspace, page, buildErasure);
}

export async function requireErasure(
  { db }: Control,
  workspaceId: WorkspaceId,
  id: string,
): Promise<Erasure> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const row = await db
    .selectFrom('erasures')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiError('not_found');
  return buildErasure(row);
}
