import type { SegmentId, WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Page } from '../store/control/page.ts';
import { type AutomationPage, runAutomationPage } from './automation-page.ts';
import { buildOwnReport, listSubscribed, type OwnReport, reportColumns } from './scheduled-report.ts';

/** The row as the API answers it (contract §6). */
export type ScheduledReport = {
  id: string;
  website_id: WebsiteUuid;
  name: string;
  frequency: 'daily' | 'weekly' | 'monthly';
  timezone: string;
  recipient_count: number;
  segment_id: SegmentId | null;
  next_run_at: string | null;
  last_sent_at: string | null;
  created_at: string;
};

export async function listScheduledReports(
  control: Control,
  workspaceId: WorkspaceId,
  page: AutomationPage,
): Promise<Page<ScheduledReport>> {
  const ofWorkspace = control.db
    .selectFrom('scheduled_reports')
    .select(reportColumns)
    .where('workspace_id', '=', workspaceId);
  return await runAutomationPage(ofWorkspace, page, (row) => ({
    id: row.id,
    website_id: row.website_id,
    name: row.name,
    frequency: row.frequency,
    timezone: row.timezone,
    recipient_count: listSubscribed(row.recipients_json, row.unsubscribed_json).length,
    segment_id: row.segment_id,
    next_run_at: buildIsoTime(row.next_run_at),
    last_sent_at: buildIsoTime(row.last_sent_at),
    created_at: buildIsoTime(row.created_at),
  }));
}

/** Of all websites of the workspace, newest first. */
export async function listOwnReports(control: Control, workspaceId: WorkspaceId): Promise<OwnReport[]> {
  const rows = await control.db
    .selectFrom('scheduled_reports')
    .select(reportColumns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const undelivered = await findUndelivered(control, workspaceId);
  return rows.map((row) => buildOwnReport(row, undelivered.get(row.id)));
}

/** By report, of the last time that it was sent: who did not get it yet, and why. */
async function findUndelivered({ db }: Control, workspaceId: WorkspaceId): Promise<Map<string, string>> {
  const deliveries = await db
    .selectFrom('deliveries')
    .select(['subject_id', 'channel', 'state', 'error', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'report')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const lastAt = new Map(deliveries.map(({ subject_id, created_at }) => [subject_id, created_at]));
  const failed = deliveries.filter(
    ({ subject_id, created_at, state, error }) =>
      created_at === lastAt.get(subject_id) && state !== 'sent' && error !== null,
  );
  return new Map(failed.map(({ subject_id, channel, error }) => [subject_id, `${channel}: ${error}`]));
}
