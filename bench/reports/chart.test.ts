import { describe, expect, it } from 'vitest';
import { buildChart, type Series } from './chart.ts';

const line = (name: string, ...ms: number[]): Series => ({
  name,
  color: '#123456',
  points: ms.map((each, index) => ({ events: 10 ** (5 + index), ms: each })),
});

describe('the chart', () => {
  it('places powers of ten at equal distances', () => {
    const chart = buildChart('Times', [line('all', 10, 100, 1000)]);
    expect(chart).toContain('points="95,360 337.5,192 580,24"');
    for (const tick of ['100,000', '1,000,000', '10,000,000', '10 ms', '100 ms', '1,000 ms']) {
      expect(chart).toContain(`>${tick}</text>`);
    }
  });

  it('keeps names apart that end at the same height', () => {
    const chart = buildChart('Times', [line('one', 10, 100), line('two', 20, 100), line('three', 5, 99)]);
    const heights = [...chart.matchAll(/y="([\d.]+)" text-anchor="start"/g)].map(([, y]) => Number(y));
    expect(heights).toHaveLength(3);
    for (const [index, height] of heights.entries()) {
      if (index > 0) expect(height - (heights[index - 1] ?? 0)).toBeGreaterThanOrEqual(18);
    }
  });

  it('is XML whatever the names are, also of one size', () => {
    const chart = buildChart('a < b & "c"', [line('x < y', 10)]);
    expect(chart).toContain('<title>a &lt; b &amp; &quot;c&quot;</title>');
    expect(chart).toContain('>x &lt; y</text>');
    expect(chart).not.toContain('NaN');
  });
});
