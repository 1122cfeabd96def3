import type { Ranked } from './figures.ts';
import type { ShownFigure } from './words.ts';

/** What the mail shows, in words. */
export type MailWords = {
  websiteName: string;
  reportName: string;
  periodText: string;
  /** "the week before"; undefined where there is nothing to compare with. */
  comparedWith: string | undefined;
  segmentName: string | undefined;
  figures: readonly ShownFigure[];
  chart: { source: string; description: string; top: string; ends: readonly [string, string] };
  lists: readonly ShownList[];
  dashboardUrl: string;
  unsubscribeUrl: string | undefined;
  schedule: string;
};

export type ShownList = { title: string; rows: readonly { name: string; value: string }[]; empty: string };

export const ranked = (rows: readonly Ranked[], show: (value: number) => string) =>
  rows.map(({ name, count }) => ({ name, value: show(count) }));

const ink = '#1b1d1c';
const muted = '#666a67';
const line = '#e8e5df';
const accent = '#0c7565';
const tones = { good: '#14713f', bad: '#b3341f', same: muted };
const font = `-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`;

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const e = escapeHtml;

/** Tables and inline styles alone, because mail clients know little else; what is beside each other wraps by itself. */
export function buildHtml(words: MailWords): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${e(words.reportName)}</title>
</head>
<body style="margin:0;padding:0;background:#faf9f6;color:${ink};font-family:${font};font-size:15px;line-height:1.45">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf9f6"><tr><td align="center" style="padding:20px 10px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid ${line};border-radius:12px;border-collapse:separate">
<tr><td style="padding:24px 24px 4px">${buildHead(words)}</td></tr>
<tr><td style="padding:12px 16px 0">${words.figures.map(buildFigure).join('')}</td></tr>
<tr><td style="padding:14px 24px 0">${buildChart(words)}</td></tr>
${words.lists.map((list) => `<tr><td style="padding:22px 24px 0">${buildList(list)}</td></tr>`).join('\n')}
<tr><td style="padding:26px 24px 28px"><a href="${e(words.dashboardUrl)}" style="display:inline-block;background:${accent};color:#ffffff;text-decoration:none;font-weight:600;padding:10px 18px;border-radius:8px">Open in the dashboard</a></td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td style="padding:16px 24px;color:${muted};font-size:12px">${buildFoot(words)}</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function buildHead({ websiteName, reportName, periodText, segmentName, comparedWith }: MailWords): string {
  const facts = [
    ...(segmentName === undefined ? [] : [`Segment: ${e(segmentName)}`]),
    ...(comparedWith === undefined ? [] : [`Changes against ${e(comparedWith)}`]),
  ];
  return `<div style="color:${accent};font-size:13px;font-weight:600">${e(websiteName)}</div>
<h1 style="margin:2px 0 0;font-size:22px;line-height:1.25;font-weight:650;overflow-wrap:anywhere">${e(reportName)}</h1>
<div style="margin-top:3px;color:${ink};font-size:15px">${e(periodText)}</div>
${facts.map((fact) => `<div style="margin-top:2px;color:${muted};font-size:13px;overflow-wrap:anywhere">${fact}</div>`).join('')}`;
}

function buildFigure({ label, value, change }: ShownFigure): string {
  const below = change
    ? `<div style="font-size:13px;color:${tones[change.tone]}">${e(change.text)}</div>`
    : `<div style="font-size:13px;color:${muted}">&nbsp;</div>`;
  return `<div style="display:inline-block;vertical-align:top;width:124px;padding:8px">
<div style="font-size:12px;color:${muted}">${e(label)}</div>
<div style="font-size:20px;font-weight:650;letter-spacing:-0.01em">${e(value)}</div>${below}</div>`;
}

function buildChart({ chart, comparedWith }: MailWords): string {
  const legend =
    comparedWith === undefined ? '' : ` <span style="color:#9da29f">– –</span> ${e(comparedWith)}`;
  const [first, last] = chart.ends.map(e);
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:12px;color:${muted}">
<tr><td style="padding-bottom:4px"><span style="color:${accent}">━</span> Visitors${legend}</td><td align="right" style="padding-bottom:4px">${e(chart.top)}</td></tr>
<tr><td colspan="2"><img src="${e(chart.source)}" width="552" alt="${e(chart.description)}" style="display:block;width:100%;max-width:552px;height:auto;border:0"></td></tr>
<tr><td style="padding-top:4px">${first}</td><td align="right" style="padding-top:4px">${last}</td></tr>
</table>`;
}

function buildList({ title, rows, empty }: ShownList): string {
  const lines =
    rows.length === 0
      ? `<tr><td style="padding:7px 0;border-top:1px solid ${line};color:${muted};font-size:14px">${e(empty)}</td></tr>`
      : rows
          .map(
            ({ name, value }) =>
              `<tr><td style="padding:7px 12px 7px 0;border-top:1px solid ${line};font-size:14px;overflow-wrap:anywhere;word-break:break-word">${e(name)}</td><td align="right" style="padding:7px 0;border-top:1px solid ${line};font-size:14px;font-weight:600;white-space:nowrap">${e(value)}</td></tr>`,
          )
          .join('\n');
  return `<h2 style="margin:0 0 6px;font-size:15px;font-weight:650">${e(title)}</h2>
<table width="100%" cellpadding="0" cellspacing="0">${lines}</table>`;
}

function buildFoot({ schedule, unsubscribeUrl }: MailWords): string {
  const leave =
    unsubscribeUrl === undefined
      ? ''
      : ` <a href="${e(unsubscribeUrl)}" style="color:${muted}">Unsubscribe</a> with one click.`;
  return `${e(schedule)}${leave}`;
}
