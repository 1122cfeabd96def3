/** What is asked of the product: the five reports that are measured closely, realtime, and every other one. */

import type { RawQuery } from '../../src/contract/raw-query.ts';
import { attributedRevenue } from '../../src/reports/attributed-revenue.ts';
import { catalogue } from '../../src/reports/catalogue.ts';
import { countries } from '../../src/reports/countries.ts';
import type { Report } from '../../src/reports/define-report.ts';
import { funnel } from '../../src/reports/funnel.ts';
import { headline } from '../../src/reports/headline.ts';
import { metricSeries } from '../../src/reports/metric-series.ts';
import { pages } from '../../src/reports/pages.ts';
import { realtime } from '../../src/reports/realtime.ts';
import { referrers } from '../../src/reports/referrers.ts';
import { retentionCohorts } from '../../src/reports/retention-cohorts.ts';
import { createReportRunner, type ReportResult } from '../../src/reports/run-report.ts';
import { entryPages, exitPages } from '../../src/reports/session-ends.ts';
import { sessionList } from '../../src/reports/session-list.ts';
import { timeseries } from '../../src/reports/timeseries.ts';
import { bind, sql } from '../../src/store/analytics/sql.ts';
import { createWebsiteDirectory } from '../../src/websites/website-directory.ts';
import type { DataSet } from './data-set.ts';
import type { ReadingEngine } from './query-facts.ts';
import { startOfToday } from './traffic/eras.ts';
import * as shape from './traffic/shape.ts';

export const fiveNames = ['visitorsByDay', 'pages', 'referrers', 'countries', 'headline'] as const;

export type FiveName = (typeof fiveNames)[number];

export const fiveTitles: Record<FiveName, string> = {
  visitorsByDay: 'visitors by day',
  pages: 'top pages',
  referrers: 'referrers',
  countries: 'countries',
  headline: 'headline',
};

export type Question = { report: Report; query: RawQuery };

export type Range = { website: string; from: number; to: number };

const dayMs = 86_400_000;
/** The one with most traffic. */
const filter = { country: 'US' };

/** The last 30 days of a website, today included. `to` is exclusive. */
export function rangeOf({ note }: Pick<DataSet, 'note'>, website = note.websiteIds[0] as string): Range {
  const today = startOfToday(note);
  return { website, from: today - (shape.rangeDays - 1) * dayMs, to: today + dayMs };
}

function queryOf({ website, from, to }: Range): RawQuery {
  const formatDay = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { website_id: website, from_date: formatDay(from), to_date: formatDay(to - dayMs) };
}

export function buildFive(range: Range): Record<FiveName, Question> {
  const query = queryOf(range);
  return {
    visitorsByDay: { report: timeseries, query },
    pages: { report: pages, query },
    referrers: { report: referrers, query },
    countries: { report: countries, query },
    headline: { report: headline, query },
  };
}

/** The series of the REST endpoint takes no filters; the same series by name does. */
export function buildFiveFiltered(range: Range): Record<FiveName, Question> {
  const query = { ...queryOf(range), ...filter };
  const five = buildFive(range);
  return {
    visitorsByDay: { report: metricSeries, query },
    pages: { ...five.pages, query },
    referrers: { ...five.referrers, query },
    countries: { ...five.countries, query },
    headline: { ...five.headline, query },
  };
}

export function buildRealtime(website: string): Question {
  return { report: realtime, query: { website_id: website } };
}

const steps = 'page:/,page:/docs,goal:signup';

/** Those that count or put together more than sums. */
export function buildHeavy(range: Range): Question[] {
  const query = { ...queryOf(range), steps };
  const reports = [entryPages, exitPages, attributedRevenue, sessionList, retentionCohorts, funnel];
  return reports.map((report) => ({ report, query }));
}

/** Every report, with what some of them need to be told; the others ignore it. */
export async function buildAll(dataSet: DataSet): Promise<Question[]> {
  const range = rangeOf(dataSet);
  const query = {
    ...queryOf(range),
    visitor_id: await requireBuyer(dataSet),
    goal_name: 'signup',
    steps,
  };
  return catalogue.map((report) => ({ report, query }));
}

async function requireBuyer({ rows, note }: DataSet): Promise<string> {
  const [row] = await rows(sql`
    SELECT visitor_id FROM payments WHERE website_id = ${bind.text(note.websiteIds[0] as string)}
    ORDER BY ts DESC LIMIT 1`);
  if (!row) throw new Error('Nobody has paid.');
  return String(row.visitor_id);
}

export type Ask = (question: Question) => Promise<ReportResult>;

/** The product's own way from parameters to rows, without HTTP before it. */
export function createAsk({ control, clock, note, engine }: DataSet, analytics: ReadingEngine = engine): Ask {
  const runner = createReportRunner({
    analytics,
    websites: createWebsiteDirectory(control, clock),
    clock,
    oldestPendingAt: async () => undefined,
  });
  const reader = { workspaceId: note.workspaceId, retentionDays: null };
  return ({ report, query }) => runner.runRest(report, reader, query);
}

export function titleOf({ name, path, title }: Report): string {
  return name ?? path?.replace('/pixel/', '') ?? title;
}
