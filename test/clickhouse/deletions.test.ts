import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/store/analytics/sql.ts';
import { describeDeletions } from '../store/describe-deletions.ts';
import { sampledAt, sendSampleRecords, website, workspaceId } from '../store/sample-records.ts';
import { canKill, layoutNames, type OpenLayout, openLayout, readRows } from './layouts.ts';

const clock = () => sampledAt;
const target = { workspaceId, websiteId: website };

for (const name of layoutNames) {
  describeDeletions(name, async () => {
    const { engine, close } = await openLayout(name, { clock });
    return { ...engine, close };
  });
}

describe.skipIf(!canKill).each(layoutNames)('deleting on %s', (name) => {
  let folder = '';
  let layout: OpenLayout;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-deletions-'));
    layout = await openLayout(name, { clock });
    await sendSampleRecords(layout.engine, folder);
  });
  afterAll(async () => {
    await layout?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const countPayments = async () =>
    Number((await readRows(layout.engine, sql`SELECT count(*) AS n FROM payments`))[0]?.n);

  it('takes nothing while a node is away, and everything afterwards', async () => {
    const payments = await countPayments();
    expect(payments).toBeGreaterThan(0);
    const away = layout.nodeUrls.length - 1;
    const remove = () => layout.engine.removePayments(target, {}, Number.MAX_SAFE_INTEGER);
    await layout.killNode(away);
    await expect(remove()).rejects.toThrow('did not answer');
    await layout.startNode(away);
    expect(await countPayments()).toBe(payments);
    await remove();
    expect(await countPayments()).toBe(0);
  });
});
