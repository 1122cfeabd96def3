/**
 * Scheduled reports as mails. What lives here: which are due, what they say, who gets them and who no longer wants to.
 * What must not: how a number is computed, or how a mail leaves.
 */
import type { PublicWebsiteId, WorkspaceId } from '../contract/ids.ts';
import type { Schedule } from '../contract/schedule.ts';
import type { Control } from '../store/control/open-control.ts';

/** All that is configured of a report, and of what it reports on. */
export type ReportFacts = {
  id: string;
  workspaceId: WorkspaceId;
  websiteId: PublicWebsiteId;
  /** Its first domain. */
  websiteName: string;
  name: string;
  schedule: Schedule;
  /** Without those who unsubscribed. */
  recipients: string[];
  unsubscribeSecret: string;
  segment: { name: string; filters: Record<string, unknown> } | undefined;
  lacksSegment: boolean;
  currency: string;
  retentionDays: number | null;
};

export async function findReport({ db }: Control, id: string): Promise<ReportFacts | undefined> {
  const row = await selectFacts(db).where('report.id', '=', id).executeTakeFirst();
  return row && buildFacts(row);
}

export async function findOwnReport(
  { db }: Control,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ReportFacts | undefined> {
  const row = await selectFacts(db)
    .where('report.id', '=', id.toLowerCase())
    .where('report.workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row && buildFacts(row);
}

function selectFacts(db: Control['db']) {
  return db
    .selectFrom('scheduled_reports as report')
    .innerJoin('websites as website', 'website.id', 'report.website_id')
    .innerJoin('workspaces as workspace', 'workspace.id', 'report.workspace_id')
    .leftJoin('segments as segment', 'segment.id', 'report.segment_id')
    .select([
      'report.id',
      'report.workspace_id',
      'report.name',
      'report.frequency',
      'report.timezone',
      'report.hour',
      'report.recipients_json',
      'report.unsubscribed_json',
      'report.unsubscribe_secret',
      'report.narrowed',
      'website.public_id',
      'website.allowed_domains_json',
      'workspace.currency',
      'workspace.retention_days',
      'segment.name as segment_name',
      'segment.filters_json',
    ]);
}

type FactsRow = Awaited<ReturnType<ReturnType<typeof selectFacts>['executeTakeFirstOrThrow']>>;

function buildFacts(row: FactsRow): ReportFacts {
  const { frequency, timezone, hour, segment_name, filters_json } = row;
  const unsubscribed: string[] = JSON.parse(row.unsubscribed_json);
  const recipients: string[] = JSON.parse(row.recipients_json);
  const [domain = row.public_id] = JSON.parse(row.allowed_domains_json) as string[];
  const hasSegment = segment_name !== null && filters_json !== null;
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    websiteId: row.public_id,
    websiteName: domain,
    name: row.name,
    schedule: { frequency, timezone, hour },
    recipients: recipients.filter((address) => !unsubscribed.includes(address)),
    unsubscribeSecret: row.unsubscribe_secret,
    segment: hasSegment ? { name: segment_name, filters: JSON.parse(filters_json) } : undefined,
    lacksSegment: row.narrowed === 1 && !hasSegment,
    currency: row.currency,
    retentionDays: row.retention_days,
  };
}
