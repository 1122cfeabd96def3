import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import { createBacklog } from './backlog.ts';
import { openSpool } from './spool.ts';

const undo: (() => unknown)[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const step of undo.splice(0).reverse()) await step();
});

async function startServer(control: Parameters<typeof createBacklog>[0], clock: () => number) {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-backlog-'));
  undo.push(() => rm(directory, { recursive: true, force: true }));
  const spool = await openSpool({ directory, maximumBytes: 1e9, maximumBatchRecords: 100, clock });
  undo.push(() => spool.close());
  const backlog = createBacklog(control, spool, clock, () => undefined);
  undo.push(() => backlog.stop());
  return { spool, backlog };
}

describeControl('the backlog of several servers', ({ open, createDatabase }) => {
  it('is known to all of them while one holds records, and over when it has none', async () => {
    const database = await createDatabase();
    let now = 1_000_000;
    const clock = () => now;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const holder = await startServer(await open(database), clock);
    const other = await startServer(await open(database), clock);
    const place = { workspaceId: 'w' as WorkspaceId, websiteId: 'ff_test', ts: now, visitorId: 'v' };
    await holder.spool.append({ claims: [], record: { kind: 'goal', ...place, name: 'goal' } });

    now += 5_000;
    vi.advanceTimersByTime(2_000);
    await expect.poll(() => other.backlog.oldestPendingAt().finally(() => (now += 1_000))).toBe(1_000_000);
    expect(await holder.backlog.oldestPendingAt()).toBe(1_000_000);

    const batch = await holder.spool.nextBatch();
    if (batch) await holder.spool.finishBatch(batch);
    vi.advanceTimersByTime(2_000);
    await expect.poll(() => other.backlog.oldestPendingAt().finally(() => (now += 1_000))).toBeUndefined();
    expect(await holder.backlog.oldestPendingAt()).toBeUndefined();
  });
});
