import type { GoalRule } from '../contract/goal-rule.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

/** Goals of all websites of the workspace that are not archived, oldest first. */
export async function listGoalRules(control: Control, workspaceId: WorkspaceId): Promise<GoalRule[]> {
  return await control.db
    .selectFrom('goals')
    .innerJoin('websites', 'websites.id', 'goals.website_id')
    .select(['websites.public_id as websiteId', 'goals.name', 'goals.type', 'goals.match'])
    .where('goals.workspace_id', '=', workspaceId)
    .where('goals.archived_at', 'is', null)
    .orderBy('goals.created_at')
    .orderBy('goals.id')
    .execute();
}
