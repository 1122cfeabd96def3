import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

type Job = { name: string; end(): void; fail(): void };

/** Jobs that end when they are told to, and the order in which they began. */
function createJobs(atOnce: number, waitMs = 60_000) {
  const inTurn = createTurns(atOnce, waitMs);
  const begun: Job[] = [];
  const give = (name: string, signal = new AbortController().signal): Promise<string> =>
    inTurn(
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push({ name, end: () => resolve(name), fail: () => reject(new Error(name)) });
        }),
      signal,
    );
  return { give, begun, names: () => begun.map(({ name }) => name) };
}

/** Lets all promises that are due settle. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('are taken in order, so many at once', async () => {
    const { give, begun, names } = createJobs(2);
    const all = ['a', 'b', 'c', 'd'].map((name) => give(name));
    await settled();
    expect(names()).toEqual(['a', 'b']);
    begun[1]?.end();
    await settled();
    expect(names()).toEqual(['a', 'b', 'c']);
    begun[0]?.end();
    await settled();
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
    for (const job of begun) job.end();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are passed on by those that fail', async () => {
    const { give, begun, names } = createJobs(1);
    const first = give('a');
    const second = give('b');
    await settled();
    begun[0]?.fail();
    await expect(first).rejects.toThrow('a');
    expect(names()).toEqual(['a', 'b']);
    begun[1]?.end();
    expect(await second).toBe('b');
  });

  it('are given up by those who leave, before and after they began', async () => {
    const { give, begun, names } = createJobs(1);
    const leaving = new AbortController();
    const first = give('a');
    const second = give('b', leaving.signal);
    const third = give('c');
    leaving.abort();
    await expect(second).rejects.toThrow('cancelled');
    await expect(give('d', leaving.signal)).rejects.toThrow('cancelled');
    begun[0]?.end();
    await first;
    await settled();
    expect(names()).toEqual(['a', 'c']);
    begun[1]?.end();
    await third;
  });

  it('are refused when they do not come in time', async () => {
    const { give, begun } = createJobs(1, 20);
    const first = give('a');
    await expect(give('b')).rejects.toThrow('1 reports are under way');
    begun[0]?.end();
    expect(await first).toBe('a');
    const again = give('c');
    await settled();
    begun[1]?.end();
    expect(await again).toBe('c');
  });
});
