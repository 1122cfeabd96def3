import type { WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Page } from '../store/control/page.ts';
import { type AutomationPage, runAutomationPage } from './automation-page.ts';

/** The row as the API answers it (contract §6). */
export type Goal = {
  id: string;
  website_id: WebsiteUuid;
  name: string;
  type: 'event' | 'page';
  match: string;
  created_at: string;
};

export async function listGoals(
  control: Control,
  workspaceId: WorkspaceId,
  page: AutomationPage,
): Promise<Page<Goal>> {
  const ofWorkspace = control.db
    .selectFrom('goals')
    .select(['id', 'website_id', 'name', 'type', 'match', 'created_at'])
    .where('workspace_id', '=', workspaceId);
  return await runAutomationPage(ofWorkspace, page, (row) => ({
    id: row.id,
    website_id: row.website_id,
    name: row.name,
    type: row.type,
    match: row.match,
    created_at: buildIsoTime(row.created_at),
  }));
}
