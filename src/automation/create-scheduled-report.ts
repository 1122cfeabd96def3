import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import { type Frequency, findNextRun } from '../contract/schedule.ts';
import { newSecret } from '../contract/secret.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireName } from '../store/control/require-name.ts';
import { requireWebsite } from '../store/control/require-website.ts';
import { parseRecipients } from './recipients.ts';
import { requireOwnSegment } from './require-own-segment.ts';
import { buildOwnReport, type OwnReport, reportColumns } from './scheduled-report.ts';

export type NewScheduledReport = {
  websiteUuid: string;
  name: string;
  frequency: Frequency;
  timezone: string;
  /** Of the day in `timezone`; 8 unless given. */
  hour?: number;
  recipients: readonly string[];
  segmentId?: string | undefined;
  /** The next time of the schedule unless given. */
  nextRunAt?: number;
};

const usualHour = 8;

export async function createScheduledReport(
  control: Control,
  workspaceId: WorkspaceId,
  report: NewScheduledReport,
  clock: Clock,
): Promise<OwnReport> {
  requireName('A scheduled report', report.name);
  const now = clock();
  const { name, frequency, timezone, hour = usualHour, segmentId } = report;
  const websiteId = await requireWebsite(control, workspaceId, report.websiteUuid);
  const segment_id = await requireOwnSegment(control, workspaceId, websiteId, segmentId);
  const row = await control.db
    .insertInto('scheduled_reports')
    .values({
      id: newOrderedUuid(now),
      workspace_id: workspaceId,
      website_id: websiteId,
      name,
      frequency,
      timezone,
      hour,
      recipients_json: JSON.stringify(parseRecipients(report.recipients)),
      segment_id,
      narrowed: segment_id === null ? 0 : 1,
      unsubscribe_secret: newSecret(),
      next_run_at: report.nextRunAt ?? findNextRun({ frequency, timezone, hour }, now),
      created_at: now,
    })
    .returning(reportColumns)
    .executeTakeFirstOrThrow();
  return buildOwnReport(row);
}
