import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { requireWorkspace } from '../store/control/require-workspace.ts';
import {
  buildWorkspace,
  requireUsableSettings,
  type Workspace,
  type WorkspaceSettings,
  workspaceColumns,
} from './workspace.ts';

/** Changes what is given and leaves the rest; `retentionDays: null` keeps records for ever. */
export async function updateWorkspace(
  control: Control,
  id: WorkspaceId,
  settings: WorkspaceSettings,
): Promise<Workspace> {
  requireUsableSettings(settings);
  await requireWorkspace(control, id);
  const row = await control.db
    .updateTable('workspaces')
    // The id is set to itself so that an update without a change is still a statement.
    .set({ id, ...buildChanges(settings) })
    .where('id', '=', id)
    .returning(workspaceColumns)
    .executeTakeFirstOrThrow();
  return buildWorkspace(row);
}

function buildChanges({ name, rateLimit, retentionDays, timezone, currency }: WorkspaceSettings) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(rateLimit === undefined ? {} : { rate_limit: rateLimit }),
    ...(retentionDays === undefined ? {} : { retention_days: retentionDays }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(currency === undefined ? {} : { currency }),
  };
}
