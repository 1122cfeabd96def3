import { describe, expect, it } from 'vitest';
import { buildAims } from './aims.ts';
import { exampleGrowth, exampleSize, failed, timing } from './example-figures.ts';

const disk = { tables: [], bytesPerPageview: 29, bytesPerPageviewMerged: 28 };
const reports = [{ title: 'sessions', timing: timing(90), memoryBytes: 2 ** 30, rowsRead: 5 }];

describe('the aims', () => {
  it('are ratios of what was measured', () => {
    const sizes = [exampleSize(1e6), exampleSize(1e7, { disk, reports })];
    const aims = buildAims({ sizes, growth: exampleGrowth() });
    expect(aims.map(({ result, isMet }) => [result, isMet])).toEqual([
      [1, true],
      [2, true],
      [0.025, true],
      [1.1, true],
      [1, true],
      [29, true],
      [14, true],
      [1024, true],
    ]);
  });

  it('are not met where the slowest or the hungriest goes over', () => {
    const sizes = [exampleSize(1e6, { realtime: timing(16) }), exampleSize(1e7, { scan: timing(4) })];
    const isMet = Object.fromEntries(
      buildAims({ sizes, growth: exampleGrowth() }).map((aim) => [aim.name, aim.isMet]),
    );
    expect(isMet).toMatchObject({
      'five reports ÷ five scans': false,
      'five reports of one country ÷ five scans': false,
      'realtime, slowest size, ms': false,
      'bytes on disk a pageview': false,
    });
  });

  it('are not met where a report failed', () => {
    const five = exampleSize(1e7).five;
    const sizes = [exampleSize(1e7, { disk, five: { ...five, pages: { ...five.pages, footfall: failed } } })];
    const missed = buildAims({ sizes, growth: exampleGrowth() }).filter(({ isMet }) => !isMet);
    expect(missed.map(({ name, result }) => [name, result])).toEqual([
      ['five reports ÷ five scans', null],
      ['top pages ÷ plain SQL', null],
    ]);
  });

  it('leave out the comparison with a tenth where there is one size alone', () => {
    const names = buildAims({ sizes: [exampleSize(1e5)], growth: exampleGrowth() }).map(({ name }) => name);
    expect(names).not.toContain('ten times the data inside the range');
  });
});
