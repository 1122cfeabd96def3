import type { WorkspaceId } from '../../contract/ids.ts';
import { ControlError } from './control-error.ts';
import type { Control } from './open-control.ts';

/** Says clearly that the workspace is missing, where the foreign key alone would fail without a name. */
export async function requireWorkspace(control: Control, id: WorkspaceId): Promise<void> {
  const workspace = await control.db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (workspace === undefined) {
    throw new ControlError('unknown_workspace', `There is no workspace with the id "${id}".`);
  }
}
