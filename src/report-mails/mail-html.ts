import {
  accent,
  bad,
  buildMailButton,
  buildMailChart,
  buildMailHead,
  buildMailPage,
  escapeHtml as e,
  good,
  ink,
  line,
  muted,
} from '../mail-parts/mail-page.ts';
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

export type ShownList = {
  title: string;
  /** What the numbers count. */
  counts: string;
  rows: readonly { name: string; value: string }[];
  empty: string;
};

export const ranked = (rows: readonly Ranked[], show: (value: number) => string) =>
  rows.map(({ name, count }) => ({ name, value: show(count) }));

const tones = { good, bad, same: muted };

/** Figures wrap by themselves: four in a row, two on a phone. */
export function buildHtml(words: MailWords): string {
  return buildMailPage({
    title: words.reportName,
    rows: [
      { padding: '24px 24px 4px', html: buildHead(words) },
      { padding: '12px 16px 0', html: words.figures.map(buildFigure).join('') },
      { padding: '14px 24px 0', html: buildChart(words) },
      ...words.lists.map((list) => ({ padding: '22px 24px 0', html: buildList(list) })),
      { padding: '26px 24px 28px', html: buildMailButton(words.dashboardUrl, 'Open in the dashboard') },
    ],
    foot: buildFoot(words),
  });
}

function buildHead({ websiteName, reportName, periodText, segmentName, comparedWith }: MailWords): string {
  const facts = [
    ...(segmentName === undefined ? [] : [`Segment: ${e(segmentName)}`]),
    ...(comparedWith === undefined ? [] : [`Changes against ${e(comparedWith)}`]),
  ];
  return `${buildMailHead(websiteName, reportName)}
<div style="margin-top:3px;color:${ink};font-size:15px">${e(periodText)}</div>
${facts.map((fact) => `<div style="margin-top:2px;color:${muted};font-size:13px;overflow-wrap:anywhere">${fact}</div>`).join('')}`;
}

function buildFigure({ label, value, change }: ShownFigure): string {
  const below = change
    ? `<div style="font-size:13px;color:${tones[change.tone]}">${e(change.text)}</div>`
    : `<div style="font-size:13px;color:${muted}">&nbsp;</div>`;
  return `<div style="display:inline-block;vertical-align:top;width:118px;padding:8px">
<div style="font-size:12px;color:${muted}">${e(label)}</div>
<div style="font-size:20px;font-weight:650;letter-spacing:-0.01em">${e(value)}</div>${below}</div>`;
}

function buildChart({ chart, comparedWith }: MailWords): string {
  const compared =
    comparedWith === undefined ? '' : ` <span style="color:#9da29f">– –</span> ${e(comparedWith)}`;
  const legend = `<span style="color:${accent}">━</span> Visitors${compared}`;
  return buildMailChart({ ...chart, legend });
}

function buildList({ title, counts, rows, empty }: ShownList): string {
  const border = `border-top:1px solid ${line};font-size:14px`;
  const lines = rows.map(
    ({ name, value }) =>
      `<tr><td style="padding:7px 12px 7px 0;${border};overflow-wrap:anywhere;word-break:break-word">${e(name)}</td><td align="right" style="padding:7px 0;${border};font-weight:600;white-space:nowrap">${e(value)}</td></tr>`,
  );
  const nothing = `<tr><td colspan="2" style="padding:7px 0;${border};color:${muted}">${e(empty)}</td></tr>`;
  const head = `<tr><td style="padding-bottom:6px"><h2 style="margin:0;font-size:15px;font-weight:650">${e(title)}</h2></td><td align="right" style="padding-bottom:6px;color:${muted};font-size:12px">${e(counts)}</td></tr>`;
  return `<table width="100%" cellpadding="0" cellspacing="0">${head}${lines.length === 0 ? nothing : lines.join('\n')}</table>`;
}

function buildFoot({ schedule, unsubscribeUrl }: MailWords): string {
  const leave =
    unsubscribeUrl === undefined
      ? ''
      : ` <a href="${e(unsubscribeUrl)}" style="color:${muted}">Unsubscribe</a> with one click.`;
  return `${e(schedule)}${leave}`;
}
