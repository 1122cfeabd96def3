import { describe, expect, it } from 'vitest';
import { exampleGrowth, exampleSize, failed } from './example-figures.ts';
import {
  buildAimTable,
  buildDiskTable,
  buildFiveTable,
  buildGrowthTable,
  renderMarkdown,
  renderText,
} from './tables.ts';

describe('tables', () => {
  const aims = [
    { name: 'five reports', result: 1.98765, most: 2, isMet: true },
    { name: 'pages', result: null, most: 0.05, isMet: false },
    { name: 'memory', result: 1234.5, most: 1024, isMet: false },
  ];

  it('stand in columns on a terminal', () => {
    expect(renderText(buildAimTable(aims))).toBe(
      [
        'Aims',
        '               result   at most',
        'five reports     1.99         2       met',
        'pages          failed      0.05   not met',
        'memory          1,235     1,024   not met',
        '',
      ].join('\n'),
    );
  });

  it('are Markdown in the documentation', () => {
    expect(renderMarkdown({ title: 'Few', head: ['', 'ms'], rows: [['pages', '8.0']] })).toBe(
      '**Few**\n\n|  | ms |\n| --- | ---: |\n| pages | 8.0 |',
    );
  });

  it('add up the five, and say so where one failed', () => {
    const whole = exampleSize(1e7);
    expect(buildFiveTable(whole).rows.slice(5)).toEqual([
      ['all five', '2,000', '50', '100', '', ''],
      ['all five at once', '', '30', '', '', ''],
      ['all five at once, after a record', '', '45', '', '', ''],
      ['scan of three columns', '10', '', '', '', ''],
      ['five scans', '50', '', '', '', ''],
      ['a scan of what is kept unpacked', '6.0', '', '', '', ''],
    ]);
    const broken = { ...whole, five: { ...whole.five, pages: { ...whole.five.pages, filtered: failed } } };
    expect(buildFiveTable(broken).rows[5]).toEqual(['all five', '2,000', '50', 'failed', '', '']);
    expect(buildGrowthTable(exampleGrowth()).rows.slice(5)).toEqual([
      ['all five', '50', '55'],
      ['realtime, 500,000 pageviews today', '', '14'],
    ]);
  });

  it('share the bytes of every table among the pageviews', () => {
    const tables = [{ table: 'hits', rows: 150, bytes: 2_500, parts: 3, bytesMerged: 2_000 }];
    const disk = { tables, bytesPerPageview: 25, bytesPerPageviewMerged: 20 };
    expect(buildDiskTable(disk, 100).rows).toEqual([
      ['hits', '150', '25.00', '20.00'],
      ['all', '', '25.0', '20.0'],
    ]);
  });
});
