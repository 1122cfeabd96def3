import type { MailMessage } from '../contract/mail-message.ts';
import { toPlainLine } from '../contract/plain-line.ts';
import type { Frequency } from '../contract/schedule.ts';
import { formatDay } from '../contract/time-zone.ts';
import { type DrawnChart, drawChart } from '../mail-parts/draw-chart.ts';
import type { Figures } from './figures.ts';
import { buildHtml, type MailWords, ranked, type ShownList } from './mail-html.ts';
import { buildText } from './mail-text.ts';
import type { ReportFacts } from './report-facts.ts';
import { buildUnsubscribeToken } from './unsubscribe.ts';
import {
  describeBefore,
  describeEnds,
  formatCount,
  formatMoney,
  formatPeriod,
  listShownFigures,
  shorten,
} from './words.ts';

/** A report without its reader: drawn once for all of them. */
export type Edition = { report: ReportFacts; figures: Figures; chart: DrawnChart };

const chartName = 'chart';

export function buildEdition(report: ReportFacts, figures: Figures): Edition {
  return { report, figures, chart: drawChart({ values: figures.series, compared: figures.seriesBefore }) };
}

export function buildReportMail(edition: Edition, publicUrl: string, address: string): MailMessage {
  const { report, chart } = edition;
  const unsubscribeUrl = `${publicUrl}/unsubscribe/${buildUnsubscribeToken(report, address)}`;
  const words = buildWords(edition, { publicUrl, unsubscribeUrl, chartSource: `cid:${chartName}` });
  return {
    to: address,
    subject: `${words.reportName}: ${words.websiteName}, ${words.periodText}`,
    text: buildText(words),
    html: buildHtml(words),
    images: [{ cid: chartName, filename: 'visitors.png', png: chart.png }],
    // RFC 8058: the mail client offers a button, and posts to the address without asking anything more.
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** As a page for the browser: its picture is inlined, and there is nobody to unsubscribe. */
export function buildPreview(edition: Edition, publicUrl: string): string {
  const chartSource = `data:image/png;base64,${edition.chart.png.toString('base64')}`;
  return buildHtml(buildWords(edition, { publicUrl, unsubscribeUrl: undefined, chartSource }));
}

type Links = { publicUrl: string; unsubscribeUrl: string | undefined; chartSource: string };

function buildWords({ report, figures, chart }: Edition, links: Links): MailWords {
  const { schedule, segment } = report;
  const { period, headline } = figures;
  const periodText = formatPeriod(schedule.frequency, period);
  return {
    websiteName: toPlainLine(report.websiteName),
    reportName: toPlainLine(report.name),
    periodText,
    comparedWith: figures.before && describeBefore(schedule.frequency),
    segmentName: segment && toPlainLine(segment.name),
    figures: listShownFigures(figures),
    chart: {
      source: links.chartSource,
      description: `Chart: ${formatCount(headline.visitors)} visitors, ${periodText}`,
      top: formatCount(chart.top),
      ends: describeEnds(schedule.frequency, period),
    },
    lists: buildLists(figures),
    dashboardUrl: buildDashboardUrl(report, figures, links.publicUrl),
    unsubscribeUrl: links.unsubscribeUrl,
    schedule: `${sentWords[schedule.frequency]} at ${String(schedule.hour).padStart(2, '0')}:00, ${schedule.timezone.replaceAll('_', ' ')}.`,
  };
}

const sentWords: Record<Frequency, string> = {
  daily: 'Sent by Footfall every day',
  weekly: 'Sent by Footfall every Monday',
  monthly: 'Sent by Footfall on the first of every month',
};

function buildLists(figures: Figures): ShownList[] {
  const { pages, sources, goals, headline, revenue, currency } = figures;
  const money = (value: number) => formatMoney(value, currency);
  const named = (rows: Figures['pages']) =>
    ranked(rows, formatCount).map((row) => ({ ...row, name: shorten(row.name) }));
  const hasRevenue = headline.revenue !== 0 || revenue.new !== 0 || revenue.refund !== 0;
  return [
    { title: 'Top pages', counts: 'Views', rows: named(pages), empty: 'No page was viewed.' },
    { title: 'Sources', counts: 'Visitors', rows: named(sources), empty: 'Nobody came.' },
    { title: 'Goals', counts: 'Conversions', rows: named(goals), empty: 'No goal was reached.' },
    {
      title: 'Revenue',
      counts: '',
      rows: hasRevenue
        ? [
            { name: 'New', value: money(revenue.new) },
            { name: 'Renewals', value: money(revenue.renewal) },
            { name: 'Refunds', value: money(revenue.refund) },
            { name: 'Total', value: money(headline.revenue) },
            ...figures.otherAmounts.map((other) => ({
              name: `Besides, in ${other.currency}`,
              value: formatMoney(other.amount, other.currency),
            })),
          ]
        : [],
      empty: 'No payment was recorded.',
    },
  ];
}

function buildDashboardUrl(
  { workspaceId, websiteId, schedule, segment }: ReportFacts,
  { period }: Figures,
  publicUrl: string,
): string {
  const filters = Object.entries(segment?.filters ?? {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const query = new URLSearchParams([
    ...filters,
    ['from', formatDay(period.from)],
    ['to', formatDay(period.to)],
    ['tz', schedule.timezone],
  ]);
  return `${publicUrl}/w/${workspaceId}/${websiteId}?${query}`;
}
