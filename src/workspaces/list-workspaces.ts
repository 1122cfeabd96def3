import type { Control } from '../store/control/open-control.ts';
import { buildWorkspace, type Workspace, workspaceColumns } from './workspace.ts';

/** Newest first. For the operator: it crosses tenants. */
export async function listWorkspaces(control: Control): Promise<Workspace[]> {
  const rows = await control.db
    .selectFrom('workspaces')
    .select(workspaceColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(buildWorkspace);
}
