import type { WorkspaceId } from './ids.ts';

/** A report as the product itself asks for it, for mails and alerts; the dashboard asks the same ones. */
export type ReportQuestion = {
  report: AskedReport;
  reader: { workspaceId: WorkspaceId; retentionDays: number | null };
  /** Of a segment, as they were saved. */
  filters: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, string>>;
};

export type AskedReport =
  | 'headline'
  | 'timeseries'
  | 'pages'
  | 'sources'
  | 'goals'
  | 'currencies'
  | 'overview'
  | 'recent-traffic'
  | 'metric-spans';

export type AskedRow = Readonly<Record<string, unknown>>;

export type AskedAnswer = {
  rows: readonly AskedRow[];
  /** Whether records that were accepted a while ago are not in it yet. */
  isDelayed: boolean;
};

export type AskReport = (question: ReportQuestion) => Promise<AskedAnswer>;
