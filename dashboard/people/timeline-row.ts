/** A row of the visitor_timeline report. */
export type TimelineRow = {
  ts: string;
  type: 'pageview' | 'custom' | 'automatic' | 'goal' | 'payment' | 'identify';
  path: string | null;
  name: string | null;
  details: Record<string, unknown>;
  amount: number | null;
  currency: string | null;
  session_id: string | null;
};

export const timelineReport = 'pixel/metrics/visitor_timeline';
