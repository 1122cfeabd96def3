/** The reports that the product asks for by itself, as the dashboard would. */
import type { AskedReport, AskReport } from './contract/report-question.ts';
import { currencies } from './reports/currencies.ts';
import type { Report } from './reports/define-report.ts';
import { goalConversions } from './reports/goal-conversions.ts';
import { headline } from './reports/headline.ts';
import { metricSpans } from './reports/metric-spans.ts';
import { overview } from './reports/overview.ts';
import { pages } from './reports/pages.ts';
import { buildSegmentQuery } from './reports/question/segment-query.ts';
import { recentTraffic } from './reports/recent-traffic.ts';
import { referrers } from './reports/referrers.ts';
import type { ReportRunner } from './reports/run-report.ts';
import { timeseries } from './reports/timeseries.ts';

const reports: Readonly<Record<AskedReport, Report>> = {
  headline,
  timeseries,
  pages,
  sources: referrers,
  goals: goalConversions,
  currencies,
  overview,
  'recent-traffic': recentTraffic,
  'metric-spans': metricSpans,
};

export function createAskReport(runner: ReportRunner): AskReport {
  return async ({ report, reader, filters, query }) => {
    const answer = await runner.runRest(reports[report], reader, { ...buildSegmentQuery(filters), ...query });
    return { rows: answer.data, isDelayed: answer.data_status === 'delayed' };
  };
}
