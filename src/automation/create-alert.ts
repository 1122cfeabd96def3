import type { AlertMetric, AlertRule } from '../contract/alert-rule.ts';
import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireName } from '../store/control/require-name.ts';
import { requireWebsite } from '../store/control/require-website.ts';
import { alertColumns, buildOwnAlert, type OwnAlert } from './alert.ts';
import { findNextCheck, type NewTarget, parseRule, parseTargets } from './alert-rule.ts';
import { requireOwnSegment } from './require-own-segment.ts';

export type NewAlert = AlertRule & {
  websiteUuid: string;
  name: string;
  metric: AlertMetric;
  targets?: readonly NewTarget[];
  enabled: boolean;
  segmentId?: string | undefined;
};

export async function createAlert(
  control: Control,
  workspaceId: WorkspaceId,
  alert: NewAlert,
  clock: Clock,
): Promise<OwnAlert> {
  requireName('An alert', alert.name);
  const now = clock();
  const rule = parseRule(alert);
  const targets = parseTargets(alert.targets ?? [], []);
  const websiteId = await requireWebsite(control, workspaceId, alert.websiteUuid);
  const segment_id = await requireOwnSegment(control, workspaceId, websiteId, alert.segmentId);
  const row = await control.db
    .insertInto('alerts')
    .values({
      id: newOrderedUuid(now),
      workspace_id: workspaceId,
      website_id: websiteId,
      name: alert.name,
      metric: rule.metric,
      condition: rule.condition,
      threshold: rule.threshold,
      window_minutes: rule.windowMinutes,
      channels_json: JSON.stringify([...new Set(targets.map(({ kind }) => kind))]),
      targets_json: JSON.stringify(targets),
      enabled: alert.enabled ? 1 : 0,
      segment_id,
      narrowed: segment_id === null ? 0 : 1,
      next_check_at: findNextCheck(rule, now),
      created_at: now,
    })
    .returning(alertColumns)
    .executeTakeFirstOrThrow();
  return buildOwnAlert(row);
}
