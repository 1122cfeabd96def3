/** The figures of reports as tables. */
import { formatCount, formatMegabytes, formatMs, type Table } from '../table.ts';
import { sumFive, sumOfTwo, times } from './aims.ts';
import type { Disk } from './disk.ts';
import type { ArrivalFigures, BatchFigures } from './measure-arrival.ts';
import type { GrowthFigures } from './measure-growth.ts';
import type { ServerFigures } from './measure-server.ts';
import type { SizeFigures } from './measure-size.ts';
import { fiveNames, fiveTitles } from './questions.ts';

export function buildFiveTable(size: SizeFigures): Table {
  const { five, scan, inRange, pageviews } = size;
  const where = `${formatCount(inRange.pageviews)} of ${formatCount(pageviews)} pageviews in the range`;
  return {
    title: `Five reports of the busy website, 30 days, ${where}`,
    head: ['ms', 'plain SQL', 'Footfall', 'one country', 'MB', 'MB, one country'],
    rows: [
      ...fiveNames.map((name) => [
        fiveTitles[name],
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
      ['all five at once', '', formatMs(size.together.medianMs), '', '', ''],
      ['scan of three columns', formatMs(scan.medianMs), '', '', '', ''],
      ['five scans', formatMs(times(fiveNames.length, scan.medianMs)), '', '', '', ''],
      ...size.heavy.map(({ title, timing }) => [title, '', formatMs(timing.medianMs), '', '', '']),
    ],
  };
}

export function buildSizeTable(sizes: readonly SizeFigures[]): Table {
  return {
    title: 'All five by size',
    head: ['pageviews', 'plain SQL', 'Footfall', 'one country', 'five scans', 'realtime', 'rebuild, s'],
    rows: sizes.map((size) => [
      formatCount(size.pageviews),
      formatMs(sumFive(size, 'plain')),
      formatMs(sumFive(size, 'footfall')),
      formatMs(sumFive(size, 'filtered')),
      formatMs(times(fiveNames.length, size.scan.medianMs)),
      formatMs(size.realtime.medianMs),
      size.rebuildSeconds.toFixed(1),
    ]),
  };
}

export function buildGrowthTable(growth: GrowthFigures): Table {
  const { olderPageviews, crowdedDay } = growth;
  const [before, after] = [olderPageviews.before, olderPageviews.after].map(formatCount);
  return {
    title: `A longer history: ${before} and ${after} pageviews before the range`,
    head: ['ms', 'before', 'after'],
    rows: [
      ...listBeforeAndAfter(growth),
      [
        `realtime, ${formatCount(crowdedDay.pageviews)} pageviews today`,
        '',
        formatMs(crowdedDay.realtime.medianMs),
      ],
    ],
  };
}

export function buildArrivalTable(arrival: ArrivalFigures): Table {
  return {
    title: 'Right after a record',
    head: ['ms', 'before', 'after'],
    rows: listBeforeAndAfter(arrival),
  };
}

function listBeforeAndAfter(figures: Pick<ArrivalFigures, 'five'>): string[][] {
  return [
    ...fiveNames.map((name) => [
      fiveTitles[name],
      formatMs(figures.five[name].before.medianMs),
      formatMs(figures.five[name].after.medianMs),
    ]),
    ['all five', formatMs(sumOfTwo(figures, 'before')), formatMs(sumOfTwo(figures, 'after'))],
  ];
}

export function buildBatchTable({ records, sizes }: BatchFigures): Table {
  return {
    title: `Storing ${formatCount(records)} records`,
    head: ['pageviews there', 'ms', 'fastest, ms'],
    rows: sizes.map(({ events, medianMs, lowestMs }) => [
      formatCount(events),
      formatMs(medianMs),
      formatMs(lowestMs),
    ]),
  };
}

export function buildServerTable({ idleBytes, afterLoadBytes, visibility }: ServerFigures): Table {
  return {
    title: 'The server on all of it',
    head: ['', ''],
    rows: [
      ['server and engine, idle, MB', formatMegabytes(idleBytes)],
      ['after records have arrived, MB', formatMegabytes(afterLoadBytes)],
      ['accepted until visible, p50, ms', formatMs(visibility?.p50Ms ?? null)],
      ['p99', formatMs(visibility?.p99Ms ?? null)],
      ['longest', formatMs(visibility?.longestMs ?? null)],
    ],
  };
}

export function buildReportTable({ reports = [], mostMemoryBytes }: SizeFigures): Table {
  return {
    title: 'Every report',
    head: ['', 'ms', 'MB', 'MB on disk', 'rows read'],
    rows: [
      ...reports.map(({ title, timing, memoryBytes, spilledBytes, rowsRead }) => [
        title,
        formatMs(timing.medianMs),
        formatMegabytes(memoryBytes),
        formatMegabytes(spilledBytes),
        formatCount(rowsRead),
      ]),
      ...(mostMemoryBytes === undefined
        ? []
        : [['the engine’s process at its largest', '', formatMegabytes(mostMemoryBytes), '', '']]),
    ],
  };
}

const fewestBytes = 0.05;

/** Columns that take next to nothing are left out, their tables are not. */
export function buildDiskTable({ tables, bytes }: Disk, pageviews: number): Table {
  const share = (of: number) => (of / pageviews).toFixed(2);
  return {
    title: 'Bytes on disk for each pageview',
    head: ['', 'rows', 'bytes'],
    rows: [
      ...tables.flatMap(({ table, rows, bytes: ofTable, columns }) => [
        [table, formatCount(rows), share(ofTable)],
        ...columns
          .filter((column) => column.bytes / pageviews >= fewestBytes)
          .map((column) => [`${table}.${column.column}`, '', share(column.bytes)]),
      ]),
      ['all, the file’s own notes included', '', share(bytes)],
    ],
  };
}
