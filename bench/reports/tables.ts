/** The figures as tables, for the terminal and for the documentation. */
import { type Aim, sumFive, sumGrowth, times } from './aims.ts';
import type { Disk } from './disk.ts';
import type { GrowthFigures } from './measure-growth.ts';
import type { ReportFigures, SizeFigures } from './measure-size.ts';
import { type FiveName, fiveNames } from './questions.ts';

/** The first column is text, the others are numbers. */
export type Table = { title: string; head: readonly string[]; rows: readonly (readonly string[])[] };

const megabyte = 1024 * 1024;

const titles: Record<FiveName, string> = {
  visitorsByDay: 'visitors by day',
  pages: 'top pages',
  referrers: 'referrers',
  countries: 'countries',
  headline: 'headline',
};

export function buildAimTable(aims: readonly Aim[]): Table {
  return {
    title: 'Aims',
    head: ['', 'result', 'at most', ''],
    rows: aims.map(({ name, result, most, isMet }) => [
      name,
      formatShort(result),
      formatShort(most),
      isMet ? 'met' : 'not met',
    ]),
  };
}

export function buildFiveTable(size: SizeFigures): Table {
  const { five, scan, scanUnpacked, inRange, pageviews } = size;
  const where = `${formatCount(inRange.pageviews)} of ${formatCount(pageviews)} pageviews in the range`;
  return {
    title: `Five reports of the busy website, 30 days, ${where}`,
    head: ['ms', 'plain SQL', 'Footfall', 'one country', 'MB', 'MB, one country'],
    rows: [
      ...fiveNames.map((name) => [
        titles[name],
        formatMs(five[name].plain.medianMs),
        formatMs(five[name].footfall.medianMs),
        formatMs(five[name].filtered.medianMs),
        formatMegabytes(five[name].footfallMemoryBytes),
        formatMegabytes(five[name].filteredMemoryBytes),
      ]),
      [
        'all five',
        formatMs(sumFive(size, 'plain')),
        formatMs(sumFive(size, 'footfall')),
        formatMs(sumFive(size, 'filtered')),
        '',
        '',
      ],
      ['all five at once', '', formatMs(size.together.again.medianMs), '', '', ''],
      ['all five at once, after a record', '', formatMs(size.together.anew.medianMs), '', '', ''],
      ['scan of three columns', formatMs(scan.medianMs), '', '', '', ''],
      ['five scans', formatMs(times(fiveNames.length, scan.medianMs)), '', '', '', ''],
      ['a scan of what is kept unpacked', formatMs(scanUnpacked.medianMs), '', '', '', ''],
    ],
  };
}

export function buildSizeTable(sizes: readonly SizeFigures[]): Table {
  return {
    title: 'All five by size',
    head: ['pageviews', 'plain SQL', 'Footfall', 'one country', 'five scans', 'realtime', 'settling, s'],
    rows: sizes.map((size) => [
      formatCount(size.pageviews),
      formatMs(sumFive(size, 'plain')),
      formatMs(sumFive(size, 'footfall')),
      formatMs(sumFive(size, 'filtered')),
      formatMs(times(fiveNames.length, size.scan.medianMs)),
      formatMs(size.realtime.medianMs),
      size.settleSeconds.toFixed(1),
    ]),
  };
}

export function buildGrowthTable(growth: GrowthFigures): Table {
  const { five, olderPageviews, crowdedDay } = growth;
  const [before, after] = [olderPageviews.before, olderPageviews.after].map(formatCount);
  return {
    title: `A longer history: ${before} and ${after} pageviews before the range`,
    head: ['ms', 'before', 'after'],
    rows: [
      ...fiveNames.map((name) => [
        titles[name],
        formatMs(five[name].before.medianMs),
        formatMs(five[name].after.medianMs),
      ]),
      ['all five', formatMs(sumGrowth(growth, 'before')), formatMs(sumGrowth(growth, 'after'))],
      [
        `realtime, ${formatCount(crowdedDay.pageviews)} pageviews today`,
        '',
        formatMs(crowdedDay.realtime.medianMs),
      ],
    ],
  };
}

export function buildReportTable(reports: readonly ReportFigures[]): Table {
  return {
    title: 'Every report',
    head: ['', 'ms', 'MB', 'rows read'],
    rows: reports.map(({ title, timing, memoryBytes, rowsRead }) => [
      title,
      formatMs(timing.medianMs),
      formatMegabytes(memoryBytes),
      formatCount(rowsRead),
    ]),
  };
}

export function buildDiskTable(
  { tables, bytesPerPageview, bytesPerPageviewMerged }: Disk,
  pageviews: number,
): Table {
  return {
    title: 'Bytes on disk for each pageview',
    head: ['', 'rows', 'as it is', 'all merged'],
    rows: [
      ...tables.map(({ table, rows, bytes, bytesMerged }) => [
        table,
        formatCount(rows),
        (bytes / pageviews).toFixed(2),
        (bytesMerged / pageviews).toFixed(2),
      ]),
      ['all', '', bytesPerPageview.toFixed(1), bytesPerPageviewMerged.toFixed(1)],
    ],
  };
}

export function renderText({ title, head, rows }: Table): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const render = (line: readonly string[]) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('   ')
      .trimEnd();
  return `${[title, ...lines.map(render)].join('\n')}\n`;
}

export function renderMarkdown({ title, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return `**${title}**\n\n${[head, rule, ...rows].map(line).join('\n')}`;
}

function formatMs(value: number | null): string {
  if (value === null) return 'failed';
  return value < 10 ? value.toFixed(1) : formatCount(value);
}

function formatMegabytes(bytes: number | null): string {
  return bytes === null ? 'failed' : formatCount(Math.ceil(bytes / megabyte));
}

/** Three digits that count. */
function formatShort(value: number | null): string {
  if (value === null) return 'failed';
  return value >= 100 ? formatCount(value) : String(Number(value.toPrecision(3)));
}

function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}
