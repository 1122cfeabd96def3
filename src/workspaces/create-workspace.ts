import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import {
  buildWorkspace,
  requireUsableSettings,
  type Workspace,
  type WorkspaceSettings,
  workspaceColumns,
} from './workspace.ts';

export async function createWorkspace(
  control: Control,
  settings: WorkspaceSettings & { name: string },
  clock: Clock,
): Promise<Workspace> {
  requireUsableSettings(settings);
  const now = clock();
  const row = await control.db
    .insertInto('workspaces')
    .values({
      id: newOrderedUuid(now) as WorkspaceId,
      name: settings.name,
      ...(settings.rateLimit === undefined ? {} : { rate_limit: settings.rateLimit }),
      retention_days: settings.retentionDays ?? null,
      ...(settings.timezone === undefined ? {} : { timezone: settings.timezone }),
      ...(settings.currency === undefined ? {} : { currency: settings.currency }),
      created_at: now,
    })
    .returning(workspaceColumns)
    .executeTakeFirstOrThrow();
  return buildWorkspace(row);
}
