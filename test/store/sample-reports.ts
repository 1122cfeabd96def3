/** Every report over the sample records, on any engine. */

import type { RawQuery } from '../../src/contract/raw-query.ts';
import { catalogue } from '../../src/reports/catalogue.ts';
import type { Report } from '../../src/reports/define-report.ts';
import { createReportRunner, type ReportResult } from '../../src/reports/run-report.ts';
import type { AnalyticsEngine } from '../../src/store/analytics/analytics-engine.ts';
import { clock, otherWebsite, website, workspaceId } from './sample-records.ts';

export type SampleQuestion = { title: string; report: Report; query: RawQuery };

/** More than any one report takes; what a report does not know it ignores. */
const dates = { from: '2024-03-12', to: '2024-03-18' };
const inputs = {
  website_id: website,
  from_date: dates.from,
  to_date: dates.to,
  ...dates,
  visitor_id: 'v1',
  steps: 'page:/1,goal:signup',
};

/** The ends of the calendar. */
const ranges = [
  { from_date: '1970-01-01', to_date: '2001-09-10' },
  { from_date: '1970-01-02', to_date: '9999-12-31' },
  { from_date: '9999-12-30', to_date: '9999-12-31' },
];

/** Elsewhere the name of a goal is a filter. */
const buildQuery = ({ parameters }: Report): RawQuery => ({
  ...inputs,
  ...('goal_name' in parameters && { goal_name: 'signup' }),
});

/** Each has rows, but for the last range. */
export const sampleQuestions: readonly SampleQuestion[] = [
  ...catalogue.map((report) => ({ title: report.title, report, query: buildQuery(report) })),
  ...catalogue
    .filter(({ path }) => path === '/pixel/analytics/pages')
    .flatMap((report) =>
      ranges.map((range) => ({
        title: `${report.title} from ${range.from_date} to ${range.to_date}`,
        report,
        query: { ...inputs, ...range },
      })),
    ),
];

export type SampleAnswer = Pick<ReportResult, 'data' | 'meta' | 'rows'>;

export async function askSample(
  analytics: AnalyticsEngine,
  { report, query }: SampleQuestion,
): Promise<SampleAnswer> {
  const runner = createReportRunner({
    analytics,
    clock,
    oldestPendingAt: async () => undefined,
    websites: {
      has: async () => true,
      publicIds: async () => [website, otherWebsite],
      ownDomains: async () => ['example.com'],
      goals: async () => [],
    },
  });
  const reader = { workspaceId, retentionDays: null };
  const run = report.path === null ? runner.runMetrics : runner.runRest;
  const { data, meta, rows } = await run(report, reader, query);
  return { data, meta, rows };
}
