import { expect, it } from 'vitest';
import { withDeadline } from './with-deadline.ts';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => reject(new Error('aborted'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  });

it('ends work that takes too long, and says so', async () => {
  await expect(withDeadline(5, untilAborted)).rejects.toThrow('no answer within 0.005 seconds');
});

it('ends work that nobody waits for any more', async () => {
  const leaving = new AbortController();
  const work = withDeadline(60_000, untilAborted, leaving.signal);
  leaving.abort();
  await expect(work).rejects.toThrow('aborted');
  await expect(withDeadline(60_000, untilAborted, leaving.signal)).rejects.toThrow('aborted');
});

it('hands on what the work results in', async () => {
  expect(await withDeadline(60_000, async () => 7)).toBe(7);
});
