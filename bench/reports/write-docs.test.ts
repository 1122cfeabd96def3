import { describe, expect, it } from 'vitest';
import { exampleSize, failed } from './example-figures.ts';
import { buildSection, buildTimeChart } from './write-docs.ts';

describe('the figures of reports in the documentation', () => {
  it('say when and on what they were measured', () => {
    const machine = { cores: 2, memoryGb: 24, node: 'v20.20.2' };
    const tables = [{ title: 'Few', head: ['', 'ms'], rows: [['pages', '8.0']] }];
    expect(buildSection({ day: '2026-03-01', machine, sizes: [], tables })).toMatch(
      /^The run of 2026-03-01, on 2 cores and 24 GB \(Node 20\.20\.2\)\.\n\n!\[.*\]\(images\/.*\)\n\n\*\*Few\*\*\n\n\|/,
    );
  });

  it('draw a point for every size that was answered', () => {
    const sizes = [exampleSize(1e5), exampleSize(1e6, { scan: failed })];
    expect(buildTimeChart(sizes).match(/<circle/g)).toHaveLength(3 * 2 + 1);
  });
});
