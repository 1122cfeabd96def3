import type { FunnelId, WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireWebsite } from '../store/control/require-website.ts';
import { buildFunnel, type Funnel, type FunnelInput, funnelColumns } from './funnel.ts';

export async function createFunnel(
  control: Control,
  workspaceId: WorkspaceId,
  input: FunnelInput & { websiteUuid: string },
  now: number,
): Promise<Funnel> {
  const websiteId = await requireWebsite(control, workspaceId, input.websiteUuid);
  const row = await control.db
    .insertInto('funnels')
    .values({
      id: newOrderedUuid(now) as FunnelId,
      workspace_id: workspaceId,
      website_id: websiteId,
      name: input.name,
      steps_json: JSON.stringify(input.steps),
      window_hours: input.windowHours,
      created_at: now,
    })
    .returning(funnelColumns)
    .executeTakeFirstOrThrow();
  return buildFunnel(row);
}
