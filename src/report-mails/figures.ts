import { type Amount, chooseCurrency } from '../contract/choose-currency.ts';
import type { AskedReport, AskedRow, AskReport } from '../contract/report-question.ts';
import type { DayRange, Period } from '../contract/schedule.ts';
import { addDays, dayOf, formatDay } from '../contract/time-zone.ts';
import type { ReportFacts } from './report-facts.ts';

/** All that a mail tells, as numbers. */
export type Figures = {
  period: Period;
  headline: Headline;
  /** Undefined where the retention of the workspace does not cover that period any more. */
  before: Headline | undefined;
  /** Visitors by hour of a day, else by day. */
  series: readonly number[];
  seriesBefore: readonly number[];
  pages: readonly Ranked[];
  sources: readonly Ranked[];
  goals: readonly Ranked[];
  revenue: { new: number; renewal: number; refund: number };
  /** The currency of all amounts. */
  currency: string;
  /** What was paid in other currencies, and is not in the figures. */
  otherAmounts: readonly Amount[];
};

export type Headline = {
  visitors: number;
  sessions: number;
  pageviews: number;
  bounce_rate: number;
  avg_session_seconds: number;
  conversions: number;
  conversion_rate: number;
  revenue: number;
};

export type Ranked = { name: string; count: number };

const listed = 5;

export async function readFigures(
  report: ReportFacts,
  period: Period,
  ask: AskReport,
  now: number,
): Promise<Figures> {
  const { websiteId, schedule, workspaceId, retentionDays } = report;
  const reader = { workspaceId, retentionDays };
  const filters = report.segment?.filters ?? {};
  const granularity = schedule.frequency === 'daily' ? 'hour' : 'day';

  async function rowsOf(name: AskedReport, range: DayRange, more: Record<string, string> = {}) {
    const days = { from_date: formatDay(range.from), to_date: formatDay(range.to) };
    const query = { website_id: websiteId, tz: schedule.timezone, ...days, ...more };
    return (await ask({ report: name, reader, filters, query })).rows;
  }

  const { currency, others } = chooseCurrency(await rowsOf('currencies', period), report.currency);
  const inCurrency: Record<string, string> = others.length > 0 ? { currency } : {};
  const readHeadline = async (range: DayRange) =>
    buildHeadline((await rowsOf('headline', range, inCurrency))[0] ?? {});
  const readSeries = async (range: DayRange) =>
    (await rowsOf('timeseries', range, { metric: 'visitors', granularity })).map(({ value }) =>
      Number(value),
    );
  const rank = async (name: AskedReport, label: string, count: string) =>
    (await rowsOf(name, period, { limit: String(listed) })).map((row) => ({
      name: String(row[label]),
      count: Number(row[count]),
    }));

  const isKept = isRetained(period.before, schedule.timezone, retentionDays, now);
  // One after another, so that a mail does not take the places of people who look at the dashboard.
  const headline = await readHeadline(period);
  const before = isKept ? await readHeadline(period.before) : undefined;
  const series = await readSeries(period);
  const seriesBefore = isKept ? await readSeries(period.before) : [];
  const pages = await rank('pages', 'path', 'views');
  const sources = await rank('sources', 'value', 'visitors');
  const goals = await rank('goals', 'goal_name', 'conversions');
  const payments = await rowsOf('timeseries', period, { metric: 'revenue', granularity, ...inCurrency });
  const revenue = sumPayments(payments);
  return {
    ...{ period, headline, before, series, seriesBefore, pages, sources, goals, revenue, currency },
    otherAmounts: others,
  };
}

function buildHeadline(row: AskedRow): Headline {
  const number = (name: keyof Headline) => Number(row[name] ?? 0);
  return {
    visitors: number('visitors'),
    sessions: number('sessions'),
    pageviews: number('pageviews'),
    bounce_rate: number('bounce_rate'),
    avg_session_seconds: number('avg_session_seconds'),
    conversions: number('conversions'),
    conversion_rate: number('conversion_rate'),
    revenue: number('revenue'),
  };
}

function sumPayments(rows: readonly AskedRow[]): Figures['revenue'] {
  const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name] ?? 0), 0);
  return { new: sum('revenue_new'), renewal: sum('revenue_renewal'), refund: sum('revenue_refund') };
}

/** N days of retention are today and the N − 1 days before it. */
function isRetained(range: DayRange, zone: string, retentionDays: number | null, now: number): boolean {
  return retentionDays === null || range.from >= addDays(dayOf(now, zone), 1 - retentionDays);
}
