import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import { createRequestCounter } from './request-counter.ts';

const start = 1_700_000_000_250;
const ours = 'ours' as WorkspaceId;
const theirs = 'theirs' as WorkspaceId;

describeControl('the count of requests', ({ open, createDatabase }) => {
  it('opens a window with the first request and refuses beyond the limit', async () => {
    let now = start;
    const count = createRequestCounter(await open(), () => now);
    const resetAtSeconds = 1_700_000_061;
    expect(await count(ours, 2)).toEqual({
      count: 1,
      limit: 2,
      remaining: 1,
      resetAtSeconds,
      allowed: true,
      retryAfterSeconds: 60,
    });
    now = start + 30_000;
    expect(await count(ours, 2)).toMatchObject({ count: 2, remaining: 0, allowed: true, resetAtSeconds });
    now = start + 59_500;
    expect(await count(ours, 2)).toMatchObject({
      count: 3,
      remaining: 0,
      allowed: false,
      resetAtSeconds,
      retryAfterSeconds: 1,
    });
  });

  it('opens a new window 60 seconds after the first request, whatever came between', async () => {
    let now = start;
    const count = createRequestCounter(await open(), () => now);
    await count(ours, 1);
    now = start + 59_999;
    expect(await count(ours, 1)).toMatchObject({ count: 2, allowed: false, retryAfterSeconds: 1 });
    now = start + 60_000;
    expect(await count(ours, 1)).toMatchObject({ count: 1, allowed: true, resetAtSeconds: 1_700_000_121 });
  });

  it('is apart for each workspace and follows a changed limit', async () => {
    const count = createRequestCounter(await open(), () => start);
    await count(ours, 1);
    expect(await count(theirs, 1)).toMatchObject({ count: 1, allowed: true });
    expect(await count(ours, 100)).toMatchObject({ count: 2, limit: 100, remaining: 98, allowed: true });
  });

  it('is exact over two instances and 200 requests at once', async () => {
    const database = await createDatabase();
    const counters = await Promise.all(
      [1, 2].map(async () => createRequestCounter(await open(database), () => start)),
    );
    const counts = await Promise.all(
      Array.from({ length: 100 }, () => counters.map((count) => count(ours, 60))).flat(),
    );
    const numbers = counts.map(({ count }) => count).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    expect(counts.filter(({ allowed }) => allowed)).toHaveLength(60);
  });

  it('does not wait for a window that a wrong clock opened far ahead', async () => {
    let now = start + 86_400_000;
    const count = createRequestCounter(await open(), () => now);
    await count(ours, 1);
    now = start;
    expect(await count(ours, 1)).toMatchObject({ count: 1, allowed: true, retryAfterSeconds: 60 });
  });

  it('fails for those who asked, and counts again once the database answers', async () => {
    const control = await open();
    const count = createRequestCounter(control, () => start);
    await control.windows.schema.alterTable('rate_limit_windows').renameTo('away').execute();
    const failed = await Promise.allSettled([count(ours, 1), count(ours, 1), count(ours, 1)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await control.windows.schema
      .alterTable('away' as never)
      .renameTo('rate_limit_windows')
      .execute();
    expect(await count(ours, 1)).toMatchObject({ count: 1 });
  });
});
