import { describe, expect, it } from 'vitest';
import { countRuns, measure } from './measure.ts';

describe('measuring', () => {
  it('repeats quick subjects more often than slow ones', () => {
    expect([1, 499, 500, 1_999, 2_000].map((ms) => countRuns(ms))).toEqual([9, 9, 5, 5, 3]);
    expect([1, 600, 9_000].map((ms) => countRuns(ms, 3))).toEqual([3, 3, 3]);
  });

  it('warms each up and then asks them in turn', async () => {
    const asked: string[] = [];
    const subject = (name: string) => ({ name, run: async () => asked.push(name) });
    const timings = await measure('Test', [subject('a'), subject('b')], 2);
    expect(asked.join('')).toBe('aabbabab');
    expect(timings.get('a')?.runs).toBe(2);
    expect(timings.get('b')?.medianMs).toBeGreaterThanOrEqual(0);
  });

  it('goes on without a subject that fails', async () => {
    let calls = 0;
    const failing = {
      name: 'failing',
      async run() {
        calls += 1;
        throw new Error('out of memory');
      },
    };
    const timings = await measure('Test', [failing, { name: 'fine', run: async () => {} }], 3);
    expect(calls).toBe(1);
    expect(timings.get('failing')).toEqual({
      medianMs: null,
      lowestMs: null,
      runs: 0,
      failure: 'out of memory',
    });
    expect(timings.get('fine')?.runs).toBe(3);
  });
});
