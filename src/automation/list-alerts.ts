import type { WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Page } from '../store/control/page.ts';
import { alertColumns, buildOwnAlert, type OwnAlert } from './alert.ts';
import { type AutomationPage, runAutomationPage } from './automation-page.ts';

/** The row as the API answers it (contract §6). */
export type Alert = {
  id: string;
  website_id: WebsiteUuid;
  name: string;
  metric: string;
  condition: 'gt' | 'lt' | 'anomaly';
  threshold: number | null;
  window_minutes: number;
  channels: string[];
  enabled: boolean;
  last_triggered_at: string | null;
  created_at: string;
};

export async function listAlerts(
  control: Control,
  workspaceId: WorkspaceId,
  page: AutomationPage,
): Promise<Page<Alert>> {
  const ofWorkspace = control.db
    .selectFrom('alerts')
    .select([...alertColumns, 'channels_json'])
    .where('workspace_id', '=', workspaceId);
  return await runAutomationPage(ofWorkspace, page, (row) => ({
    id: row.id,
    website_id: row.website_id,
    name: row.name,
    metric: row.metric,
    condition: row.condition,
    threshold: row.threshold,
    window_minutes: row.window_minutes,
    channels: JSON.parse(row.channels_json),
    enabled: row.enabled === 1,
    last_triggered_at: buildIsoTime(row.last_triggered_at),
    created_at: buildIsoTime(row.created_at),
  }));
}

/** Of all websites of the workspace, newest first. */
export async function listOwnAlerts({ db }: Control, workspaceId: WorkspaceId): Promise<OwnAlert[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(alertColumns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(buildOwnAlert);
}
