import { describe, expect, it } from 'vitest';
import { exampleArrival, exampleGrowth, exampleSize, failed } from './example-figures.ts';
import { buildArrivalTable, buildDiskTable, buildFiveTable, buildGrowthTable } from './tables.ts';

describe('tables of reports', () => {
  it('add up the five, and say so where one failed', () => {
    const size = exampleSize(1e7);
    expect(buildFiveTable(size).rows.slice(5)).toEqual([
      ['all five', '2,000', '50', '100', '', ''],
      ['all five at once', '', '30', '', '', ''],
      ['scan of three columns', '10', '', '', '', ''],
      ['five scans', '50', '', '', '', ''],
      ['sessions', '', '40', '', '', ''],
    ]);
    const broken = { ...size, five: { ...size.five, pages: { ...size.five.pages, filtered: failed } } };
    expect(buildFiveTable(broken).rows[5]).toEqual(['all five', '2,000', '50', 'failed', '', '']);
    expect(buildArrivalTable(exampleArrival()).rows[5]).toEqual(['all five', '50', '55']);
    expect(buildGrowthTable(exampleGrowth()).rows.slice(5)).toEqual([
      ['all five', '50', '55'],
      ['realtime, 500,000 pageviews today', '', '9.0'],
    ]);
  });

  it('share the bytes of every table among the pageviews', () => {
    const columns = [
      { table: 'hits', column: 'visitor_id', bytes: 2_000 },
      { table: 'hits', column: 'type', bytes: 4 },
    ];
    const tables = [{ table: 'hits', rows: 150, bytes: 2_500, columns }];
    expect(buildDiskTable({ tables, bytes: 2_600 }, 100).rows).toEqual([
      ['hits', '150', '25.00'],
      ['hits.visitor_id', '', '20.00'],
      ['all, the file’s own notes included', '', '26.00'],
    ]);
  });
});
