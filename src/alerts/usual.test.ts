import { describe, expect, it } from 'vitest';
import { findUsual, medianOf, robustScore, unusualFrom } from './usual.ts';

const byChance = (median: number) => Math.sqrt(median + 4);

describe('the usual', () => {
  it.each([
    [[3], 3],
    [[4, 1], 2.5],
    [[9, 1, 5], 5],
    [[480, 512, 495, 530], 503.5],
  ])('has the median of %j', (values, median) => {
    expect(medianOf(values)).toBe(median);
  });

  it('has the scaled median deviation for its spread', () => {
    // Deviations 23.5, 8.5, 8.5 and 26.5, of which the middle two are 8.5 and 23.5: 16 × 1.4826.
    const usual = findUsual([480, 512, 495, 530], byChance);
    expect(usual).toEqual({ median: 503.5, spread: expect.closeTo(23.7216, 4) });
    expect(usual && robustScore(142, usual)).toBeCloseTo(-15.24, 2);
  });

  it('is hardly moved by one odd week', () => {
    const plain = findUsual([500, 510, 490, 505], byChance);
    const odd = findUsual([500, 510, 490, 9000], byChance);
    expect(plain?.median).toBe(502.5);
    expect(odd?.median).toBe(505);
    expect(odd && Math.abs(robustScore(200, odd))).toBeGreaterThan(unusualFrom);
  });

  it('varies by chance also where the weeks were all alike', () => {
    const usual = findUsual([100, 100, 100, 100], byChance);
    expect(usual?.spread).toBeCloseTo(10.2, 1);
    expect(usual && robustScore(120, usual)).toBeLessThan(unusualFrom);
    expect(usual && robustScore(140, usual)).toBeGreaterThan(unusualFrom);
  });

  it('is not known from two weeks', () => {
    expect(findUsual([100, 100], byChance)).toBeUndefined();
    expect(findUsual([100, 100, 100], byChance)).toBeDefined();
  });
});
