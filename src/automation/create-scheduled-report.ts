import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireEmail } from '../store/control/require-email.ts';
import { requireName } from '../store/control/require-name.ts';
import { requireWebsite } from '../store/control/require-website.ts';
import { requireOwnSegment } from './require-own-segment.ts';

export type NewScheduledReport = {
  websiteUuid: string;
  name: string;
  frequency: 'daily' | 'weekly' | 'monthly';
  timezone: string;
  recipients: readonly string[];
  segmentId?: string;
  nextRunAt?: number;
};

export async function createScheduledReport(
  control: Control,
  workspaceId: WorkspaceId,
  report: NewScheduledReport,
  clock: Clock,
): Promise<{ id: string }> {
  requireName('A scheduled report', report.name);
  const now = clock();
  const id = newOrderedUuid(now);
  const websiteId = await requireWebsite(control, workspaceId, report.websiteUuid);
  await control.db
    .insertInto('scheduled_reports')
    .values({
      id,
      workspace_id: workspaceId,
      website_id: websiteId,
      name: report.name,
      frequency: report.frequency,
      timezone: report.timezone,
      recipients_json: JSON.stringify(report.recipients.map(requireEmail)),
      segment_id: await requireOwnSegment(control, workspaceId, websiteId, report.segmentId),
      next_run_at: report.nextRunAt ?? null,
      created_at: now,
    })
    .execute();
  return { id };
}
