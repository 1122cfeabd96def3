import type { AlertMetric, AlertRule, AlertTarget } from '../contract/alert-rule.ts';
import type { SegmentId, WebsiteUuid } from '../contract/ids.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';

/** As those see it who may change it. */
export type OwnAlert = AlertRule & {
  id: string;
  websiteId: WebsiteUuid;
  name: string;
  targets: AlertTarget[];
  enabled: boolean;
  segmentId: SegmentId | null;
  /** Its segment was deleted: it is not checked until another, or none, is chosen. */
  lacksSegment: boolean;
  firing: boolean;
  checkedAt: string | null;
  lastTriggeredAt: string | null;
  /** What the last check found, for people. */
  words: string | null;
  /** Why the last check found nothing out. */
  error: string | null;
  createdAt: string;
};

export const alertColumns = [
  'id',
  'website_id',
  'name',
  'metric',
  'condition',
  'threshold',
  'window_minutes',
  'targets_json',
  'enabled',
  'segment_id',
  'narrowed',
  'firing',
  'checked_at',
  'last_triggered_at',
  'words',
  'error',
  'created_at',
] as const;

export type AlertRow = {
  id: string;
  website_id: WebsiteUuid;
  name: string;
  metric: string;
  condition: AlertRule['condition'];
  threshold: number | null;
  window_minutes: number;
  targets_json: string;
  enabled: 0 | 1;
  segment_id: SegmentId | null;
  narrowed: 0 | 1;
  firing: 0 | 1;
  checked_at: number | null;
  last_triggered_at: number | null;
  words: string | null;
  error: string | null;
  created_at: number;
};

export function buildOwnAlert(row: AlertRow): OwnAlert {
  return {
    id: row.id,
    websiteId: row.website_id,
    name: row.name,
    metric: row.metric as AlertMetric,
    condition: row.condition,
    threshold: row.threshold,
    windowMinutes: row.window_minutes,
    targets: JSON.parse(row.targets_json),
    enabled: row.enabled === 1,
    segmentId: row.segment_id,
    lacksSegment: row.narrowed === 1 && row.segment_id === null,
    firing: row.firing === 1,
    checkedAt: buildIsoTime(row.checked_at),
    lastTriggeredAt: buildIsoTime(row.last_triggered_at),
    words: row.words,
    error: row.error,
    createdAt: buildIsoTime(row.created_at),
  };
}
