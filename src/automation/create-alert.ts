import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireName } from '../store/control/require-name.ts';
import { requireWebsite } from '../store/control/require-website.ts';

export type NewAlert = {
  websiteUuid: string;
  name: string;
  metric: string;
  condition: 'gt' | 'lt' | 'anomaly';
  /** Null for an anomaly, which has none. */
  threshold: number | null;
  windowMinutes: number;
  channels: readonly string[];
  enabled: boolean;
};

export async function createAlert(
  control: Control,
  workspaceId: WorkspaceId,
  alert: NewAlert,
  clock: Clock,
): Promise<{ id: string }> {
  requireName('An alert', alert.name);
  const now = clock();
  const id = newOrderedUuid(now);
  await control.db
    .insertInto('alerts')
    .values({
      id,
      workspace_id: workspaceId,
      website_id: await requireWebsite(control, workspaceId, alert.websiteUuid),
      name: alert.name,
      metric: alert.metric,
      condition: alert.condition,
      threshold: alert.threshold,
      window_minutes: alert.windowMinutes,
      channels_json: JSON.stringify(alert.channels),
      enabled: alert.enabled ? 1 : 0,
      created_at: now,
    })
    .execute();
  return { id };
}
