import type { SegmentId, WebsiteUuid } from '../contract/ids.ts';
import type { Frequency } from '../contract/schedule.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';

/** As those see it who may change it. */
export type OwnReport = {
  id: string;
  websiteId: WebsiteUuid;
  name: string;
  frequency: Frequency;
  timezone: string;
  hour: number;
  recipients: string[];
  /** Those of the recipients who asked not to get it. */
  unsubscribed: string[];
  segmentId: SegmentId | null;
  /** Its segment was deleted: it is not sent until another, or none, is chosen. */
  lacksSegment: boolean;
  nextRunAt: string | null;
  lastSentAt: string | null;
  /** Why it was not sent when it last should have been. */
  error: string | null;
  createdAt: string;
};

export const reportColumns = [
  'id',
  'website_id',
  'name',
  'frequency',
  'timezone',
  'hour',
  'recipients_json',
  'unsubscribed_json',
  'segment_id',
  'narrowed',
  'next_run_at',
  'last_sent_at',
  'error',
  'created_at',
] as const;

export type ReportRow = {
  id: string;
  website_id: WebsiteUuid;
  name: string;
  frequency: Frequency;
  timezone: string;
  hour: number;
  recipients_json: string;
  unsubscribed_json: string;
  segment_id: SegmentId | null;
  narrowed: 0 | 1;
  next_run_at: number | null;
  last_sent_at: number | null;
  error: string | null;
  created_at: number;
};

/** `undelivered` is what became of the last mails, where not all of them arrived. */
export function buildOwnReport(row: ReportRow, undelivered: string | null = null): OwnReport {
  const recipients: string[] = JSON.parse(row.recipients_json);
  const unsubscribed: string[] = JSON.parse(row.unsubscribed_json);
  return {
    id: row.id,
    websiteId: row.website_id,
    name: row.name,
    frequency: row.frequency,
    timezone: row.timezone,
    hour: row.hour,
    recipients,
    unsubscribed: recipients.filter((address) => unsubscribed.includes(address)),
    segmentId: row.segment_id,
    lacksSegment: row.narrowed === 1 && row.segment_id === null,
    nextRunAt: buildIsoTime(row.next_run_at),
    lastSentAt: buildIsoTime(row.last_sent_at),
    error: row.error ?? undelivered,
    createdAt: buildIsoTime(row.created_at),
  };
}

/** Who gets it. */
export function listSubscribed(recipients_json: string, unsubscribed_json: string): string[] {
  const unsubscribed: string[] = JSON.parse(unsubscribed_json);
  return (JSON.parse(recipients_json) as string[]).filter((address) => !unsubscribed.includes(address));
}
