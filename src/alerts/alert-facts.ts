/**
 * Alerts at work. What lives here: whether one has to fire, what it says then, and to whom. What must not: how a number
 * is computed, or how a message leaves.
 */
import type { AlertMetric, AlertRule, AlertTarget } from '../contract/alert-rule.ts';
import type { PublicWebsiteId, WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import { toPlainLine } from '../contract/plain-line.ts';
import type { Control } from '../store/control/open-control.ts';

/** All that is configured of an alert, of what it watches, and where it stands. */
export type AlertFacts = {
  id: string;
  workspaceId: WorkspaceId;
  websiteId: PublicWebsiteId;
  websiteUuid: WebsiteUuid;
  /** Its first domain. */
  websiteName: string;
  name: string;
  rule: AlertRule;
  targets: readonly AlertTarget[];
  segment: { name: string; filters: Record<string, unknown> } | undefined;
  lacksSegment: boolean;
  currency: string;
  timezone: string;
  retentionDays: number | null;
  state: AlertState;
};

export type AlertState = {
  firing: boolean;
  /** What the last message said. */
  toldFiring: boolean;
  untold: number;
  nextCheckAt: number;
  watchedSince: number;
  lastMessageAt: number | null;
  messageBeforeAt: number | null;
};

export async function findAlert({ db }: Control, id: string): Promise<AlertFacts | undefined> {
  const row = await selectFacts(db).where('alert.id', '=', id).executeTakeFirst();
  return row && buildFacts(row);
}

export async function findOwnAlert(
  { db }: Control,
  workspaceId: WorkspaceId,
  id: string,
): Promise<AlertFacts | undefined> {
  const row = await selectFacts(db)
    .where('alert.id', '=', id.toLowerCase())
    .where('alert.workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row && buildFacts(row);
}

export async function listDueAlerts({ db }: Control, now: number): Promise<AlertFacts[]> {
  const rows = await selectFacts(db)
    .where('alert.enabled', '=', 1)
    .where('alert.next_check_at', '<=', now)
    .orderBy('alert.next_check_at')
    .execute();
  return rows.map(buildFacts);
}

function selectFacts(db: Control['db']) {
  return db
    .selectFrom('alerts as alert')
    .innerJoin('websites as website', 'website.id', 'alert.website_id')
    .innerJoin('workspaces as workspace', 'workspace.id', 'alert.workspace_id')
    .leftJoin('segments as segment', 'segment.id', 'alert.segment_id')
    .select([
      'alert.id',
      'alert.workspace_id',
      'alert.website_id',
      'alert.name',
      'alert.metric',
      'alert.condition',
      'alert.threshold',
      'alert.window_minutes',
      'alert.targets_json',
      'alert.narrowed',
      'alert.firing',
      'alert.told_firing',
      'alert.untold',
      'alert.next_check_at',
      'alert.watched_since',
      'alert.last_message_at',
      'alert.message_before_at',
      'website.public_id',
      'website.allowed_domains_json',
      'workspace.currency',
      'workspace.timezone',
      'workspace.retention_days',
      'segment.name as segment_name',
      'segment.filters_json',
    ]);
}

type FactsRow = Awaited<ReturnType<ReturnType<typeof selectFacts>['executeTakeFirstOrThrow']>>;

function buildFacts(row: FactsRow): AlertFacts {
  const { segment_name, filters_json } = row;
  const hasSegment = segment_name !== null && filters_json !== null;
  const [domain = row.public_id] = JSON.parse(row.allowed_domains_json) as string[];
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    websiteId: row.public_id,
    websiteUuid: row.website_id,
    websiteName: domain,
    name: toPlainLine(row.name),
    rule: {
      metric: row.metric as AlertMetric,
      condition: row.condition,
      threshold: row.threshold,
      windowMinutes: row.window_minutes,
    },
    targets: JSON.parse(row.targets_json),
    segment: hasSegment ? { name: toPlainLine(segment_name), filters: JSON.parse(filters_json) } : undefined,
    lacksSegment: row.narrowed === 1 && !hasSegment,
    currency: row.currency,
    timezone: row.timezone,
    retentionDays: row.retention_days,
    state: {
      firing: row.firing === 1,
      toldFiring: row.told_firing === 1,
      untold: row.untold,
      nextCheckAt: row.next_check_at,
      watchedSince: row.watched_since,
      lastMessageAt: row.last_message_at,
      messageBeforeAt: row.message_before_at,
    },
  };
}
