/** What a workspace has running for itself: email reports and alerts. */

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

export type AlertMetric = 'visitors' | 'pageviews' | 'conversions' | 'revenue' | 'bounce_rate' | 'no_data';
export type AlertCondition = 'gt' | 'lt' | 'anomaly';

export type AlertTarget =
  | { kind: 'email'; address: string }
  | { kind: 'webhook'; url: string; secret?: string }
  | { kind: 'slack' | 'discord'; url: string };

export type TargetKind = AlertTarget['kind'];

export type Alert = {
  id: string;
  /** The UUID of the website. */
  websiteId: string;
  name: string;
  metric: AlertMetric;
  condition: AlertCondition;
  threshold: number | null;
  windowMinutes: number;
  targets: AlertTarget[];
  enabled: boolean;
  segmentId: string | null;
  lacksSegment: boolean;
  firing: boolean;
  checkedAt: string | null;
  lastTriggeredAt: string | null;
  words: string | null;
  error: string | null;
  createdAt: string;
};

export type AlertEvent = {
  id: string;
  startedAt: string;
  endedAt: string | null;
  words: string;
  chart: { points: { at: number; value: number }[]; limit?: number };
  messages: {
    kind: string;
    channel: string;
    state: 'waiting' | 'sent' | 'failed';
    at: string;
    error: string | null;
  }[];
};

export type TestResult = { channel: string; error: string | null };
