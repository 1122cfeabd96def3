import type { WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Page } from '../store/control/page.ts';
import { type AutomationPage, runAutomationPage } from './automation-page.ts';
import { buildOwnGoal, goalColumns, type OwnGoal } from './goal.ts';

/** The row as the API answers it (contract §6). */
export type Goal = {
  id: string;
  website_id: WebsiteUuid;
  name: string;
  type: 'event' | 'page';
  match: string;
  created_at: string;
};

/** Those that are not archived. */
export async function listGoals(
  control: Control,
  workspaceId: WorkspaceId,
  page: AutomationPage,
): Promise<Page<Goal>> {
  const ofWorkspace = control.db
    .selectFrom('goals')
    .select(['id', 'website_id', 'name', 'type', 'match', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('archived_at', 'is', null);
  return await runAutomationPage(ofWorkspace, page, (row) => ({
    id: row.id,
    website_id: row.website_id,
    name: row.name,
    type: row.type,
    match: row.match,
    created_at: buildIsoTime(row.created_at),
  }));
}

/** Of all websites of the workspace, archived ones too, newest first. */
export async function listOwnGoals({ db }: Control, workspaceId: WorkspaceId): Promise<OwnGoal[]> {
  const rows = await db
    .selectFrom('goals')
    .select(goalColumns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(buildOwnGoal);
}
