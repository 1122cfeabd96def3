import { ApiError } from '../contract/errors.ts';
import { isUuid, type WorkspaceId } from '../contract/ids.ts';
import { type Frequency, findNextRun } from '../contract/schedule.ts';
import type { Control } from '../store/control/open-control.ts';
import { parseRecipients } from './recipients.ts';
import { requireOwnSegment } from './require-own-segment.ts';
import {
  buildOwnReport,
  listSubscribed,
  type OwnReport,
  type ReportRow,
  reportColumns,
} from './scheduled-report.ts';

export type ReportChanges = {
  name?: string | undefined;
  frequency?: Frequency | undefined;
  timezone?: string | undefined;
  hour?: number | undefined;
  recipients?: readonly string[] | undefined;
  /** Null: of all visitors. */
  segmentId?: string | null | undefined;
};

/** Changes what is given and leaves the rest. */
export async function updateScheduledReport(
  control: Control,
  workspaceId: WorkspaceId,
  id: string,
  changes: ReportChanges,
  now: number,
): Promise<OwnReport> {
  const before = await requireRow(control, workspaceId, id);
  const { name = before.name, recipients, segmentId } = changes;
  const schedule = {
    frequency: changes.frequency ?? before.frequency,
    timezone: changes.timezone ?? before.timezone,
    hour: changes.hour ?? before.hour,
  };
  const recipients_json = recipients ? JSON.stringify(parseRecipients(recipients)) : before.recipients_json;
  const isWanted = listSubscribed(recipients_json, before.unsubscribed_json).length > 0;
  const segment = segmentId === undefined ? {} : await buildSegment(control, workspaceId, before, segmentId);
  const row = await control.db
    .updateTable('scheduled_reports')
    .set({
      name,
      ...schedule,
      recipients_json,
      ...segment,
      next_run_at: isWanted ? findNextRun(schedule, now) : null,
      error: null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', before.id)
    .returning(reportColumns)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return buildOwnReport(row);
}

async function buildSegment(
  control: Control,
  workspaceId: WorkspaceId,
  { website_id }: ReportRow,
  segmentId: string | null,
) {
  const segment_id = await requireOwnSegment(control, workspaceId, website_id, segmentId ?? undefined);
  return { segment_id, narrowed: segment_id === null ? (0 as const) : (1 as const) };
}

async function requireRow({ db }: Control, workspaceId: WorkspaceId, id: string): Promise<ReportRow> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const row = await db
    .selectFrom('scheduled_reports')
    .select(reportColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return row;
}
