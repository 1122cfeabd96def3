import type { MailMessage } from '../contract/mail-message.ts';
import { drawChart } from '../mail-parts/draw-chart.ts';
import {
  accent,
  bad,
  buildMailButton,
  buildMailChart,
  buildMailHead,
  buildMailPage,
  escapeHtml,
  good,
  type MailRow,
} from '../mail-parts/mail-page.ts';
import type { AlertFacts } from './alert-facts.ts';
import { describeInstant, formatNumber } from './figure-words.ts';
import { type AlertMessage, buildTitle, listSentences } from './message.ts';

const chartName = 'chart';

export function buildAlertMail(
  alert: AlertFacts,
  message: AlertMessage,
  links: { dashboard: string; settings: string },
): Omit<MailMessage, 'to'> {
  const subject = buildTitle(alert, message);
  const sentences = listSentences(message);
  const drawn =
    message.chart &&
    drawChart({
      values: message.chart.points.map(({ value }) => value),
      limit: message.chart.limit,
    });
  const words = sentences.map((line) => `<p style="margin:0 0 10px">${escapeHtml(line)}</p>`).join('');
  const rows: MailRow[] = [
    { padding: '24px 24px 4px', html: buildMailHead(alert.websiteName, alert.name) + buildState(message) },
    { padding: '12px 24px 0', html: words },
    ...(drawn ? [{ padding: '10px 24px 0', html: buildChart(alert, message, drawn.top) }] : []),
    { padding: '18px 24px 28px', html: buildMailButton(links.dashboard, 'Open in the dashboard') },
  ];
  const foot = `An alert of Footfall. <a href="${escapeHtml(links.settings)}" style="color:inherit">Change or turn it off</a>.`;
  return {
    subject,
    text: [
      subject,
      ...sentences,
      `In the dashboard: ${links.dashboard}`,
      `Change or turn it off: ${links.settings}`,
    ].join('\n\n'),
    html: buildMailPage({ title: subject, rows, foot }),
    ...(drawn && { images: [{ cid: chartName, filename: 'alert.png', png: drawn.png }] }),
  };
}

const stateWords = {
  firing: { text: 'Firing', colour: bad },
  over: { text: 'Over', colour: good },
  test: { text: 'Test', colour: accent },
};

function buildState({ kind }: AlertMessage): string {
  const { text, colour } = stateWords[kind];
  return `<div style="margin-top:4px;color:${colour};font-weight:600">${text}</div>`;
}

function buildChart({ rule, currency, timezone }: AlertFacts, { chart }: AlertMessage, top: number): string {
  const shown = rule.metric === 'no_data' ? 'pageviews' : rule.metric;
  const limit =
    chart?.limit === undefined ? '' : ` <span style="color:${bad}">– –</span> ${limitWords(rule.condition)}`;
  const points = chart?.points ?? [];
  const [first = 0, second = first] = points.map(({ at }) => at);
  // A point stands for the time from it to the next.
  const end = (points.at(-1)?.at ?? first) + (second - first);
  return buildMailChart({
    source: `cid:${chartName}`,
    description: `Chart of ${shown.replace('_', ' ')}`,
    legend: `<span style="color:${accent}">━</span> ${capitalise(shown.replace('_', ' '))}${limit}`,
    top: formatNumber(rule.metric, top, chart?.currency ?? currency),
    ends: [describeInstant(first, timezone), describeInstant(end, timezone)],
  });
}

const limitWords = (condition: string): string => (condition === 'anomaly' ? 'usual' : 'limit');

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
