import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { WorkspaceId } from '../contract/ids.ts';
import { openInlet } from './spool.ts';
import { openOutlet } from './spool-outlet.ts';

const clock = () => Date.UTC(2026, 2, 1);

async function openBoth() {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-overwrite-'));
  const inlet = openInlet({ directory, maximumBytes: 1e9, clock });
  const outlet = openOutlet({ directory, maximumBatchRecords: 10 });
  onTestFinished(async () => {
    await outlet.close();
    await inlet.close();
    await rm(directory, { recursive: true, force: true });
  });
  return { inlet, outlet, file: join(directory, 'data.mdb') };
}

it('leaves nothing of records that have left the spool, and those that wait', async () => {
  const { inlet, outlet, file } = await openBoth();
  const goal = (name: string) =>
    inlet.append({
      claims: [],
      record: {
        ...{ kind: 'goal', workspaceId: 'w' as WorkspaceId, websiteId: 'ff_a', ts: 0 },
        ...{ visitorId: 'v', name },
      } as const,
    });
  const drainAll = async () => {
    for (let batch = await outlet.nextBatch(); batch; batch = await outlet.nextBatch()) {
      await outlet.finishBatch(batch);
    }
  };
  const holds = (text: string) => readFileSync(file).includes(text);

  for (let n = 0; n < 40; n += 1) await goal(`jane ${n} ${'.'.repeat((n % 7) * 900)}`);
  await drainAll();
  await goal('joe waits');
  expect(holds('jane')).toBe(true);
  await inlet.overwriteFreed();
  expect(holds('jane')).toBe(false);
  expect((await outlet.nextBatch())?.records.map(({ line }) => line.includes('joe waits'))).toEqual([true]);
  await drainAll();
  await inlet.overwriteFreed();
  expect(holds('joe waits')).toBe(false);
});

it('makes the file a little larger at most, however often', async () => {
  const { inlet, outlet, file } = await openBoth();
  for (let time = 0; time < 10; time += 1) {
    await outlet.overwriteFreed();
    await inlet.overwriteFreed();
  }
  expect(statSync(file).size).toBeLessThan(16e6);
});
