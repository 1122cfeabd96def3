/** What a workspace has running for itself: e-mail reports and alerts. */

export type Frequency = 'daily' | 'weekly' | 'monthly';

export type ScheduledReport = {
  id: string;
  /** The UUID of the website. */
  websiteId: string;
  name: string;
  frequency: Frequency;
  timezone: string;
  hour: number;
  recipients: string[];
  /** Those of the recipients who asked not to get it. */
  unsubscribed: string[];
  segmentId: string | null;
  lacksSegment: boolean;
  nextRunAt: string | null;
  lastSentAt: string | null;
  error: string | null;
  createdAt: string;
};
