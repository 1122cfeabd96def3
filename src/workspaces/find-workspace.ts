import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { buildWorkspace, type Workspace, workspaceColumns } from './workspace.ts';

export async function findWorkspace(control: Control, id: WorkspaceId): Promise<Workspace | undefined> {
  const row = await control.db
    .selectFrom('workspaces')
    .select(workspaceColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && buildWorkspace(row);
}
