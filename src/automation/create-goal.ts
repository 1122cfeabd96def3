import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireName } from '../store/control/require-name.ts';
import { requireWebsite } from '../store/control/require-website.ts';

export type NewGoal = { websiteUuid: string; name: string; type: 'event' | 'page'; match: string };

export async function createGoal(
  control: Control,
  workspaceId: WorkspaceId,
  { websiteUuid, ...goal }: NewGoal,
  clock: Clock,
): Promise<{ id: string }> {
  requireName('A goal', goal.name);
  const now = clock();
  const id = newOrderedUuid(now);
  const websiteId = await requireWebsite(control, workspaceId, websiteUuid);
  await control.db
    .insertInto('goals')
    .values({ ...goal, id, workspace_id: workspaceId, website_id: websiteId, created_at: now })
    .execute();
  return { id };
}
