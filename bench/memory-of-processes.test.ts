import { describe, expect, it } from 'vitest';
import { measureMemoryOf, sumFamily } from './memory-of-processes.ts';

describe('the memory of processes', () => {
  it('includes those that a process has started, and theirs', () => {
    const all = [
      { pid: 1, parent: 0, bytes: 1 },
      { pid: 2, parent: 1, bytes: 20 },
      { pid: 3, parent: 2, bytes: 300 },
      { pid: 4, parent: 0, bytes: 4000 },
    ];
    expect(sumFamily(all, 1)).toBe(321);
    expect(sumFamily(all, 9)).toBe(0);
  });

  it('is what the system says', async () => {
    expect(await measureMemoryOf(process.pid)).toBeGreaterThan(10 * 1024 * 1024);
  });
});
