import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { RecordBatch } from '../store/analytics/analytics-engine.ts';
import { createClaims } from './claims.ts';
import { startDrain } from './drain.ts';
import { createErasedSubjects } from './erased-subjects.ts';
import { openSpool } from './spool.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const workspaceId = 'w' as WorkspaceId;
const erasedAt = Date.UTC(2026, 2, 1);

async function makeSpool(clock: () => number) {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-erased-'));
  const spool = await openSpool({ directory, maximumBytes: 1e9, maximumBatchRecords: 100, clock });
  onTestFinished(async () => {
    await spool.close();
    await rm(directory, { recursive: true, force: true });
  });
  return spool;
}

describeControl('who was erased', ({ open }) => {
  it('is left out of records that were accepted before and are stored later, and of no others', async () => {
    const control = await open();
    const erased = createErasedSubjects(control);
    let now = erasedAt - 1_000;
    const spool = await makeSpool(() => now);
    const goal = (name: string, visitorId: string, websiteId = 'ff_a', workspace = workspaceId) =>
      spool.append({
        claims: [],
        record: { kind: 'goal', workspaceId: workspace, websiteId, ts: 0, visitorId, name },
      });
    const identity = (name: string, externalHash: string) =>
      spool.append({
        claims: [],
        record: {
          ...{ kind: 'identity', workspaceId, websiteId: 'ff_a', ts: 0 },
          ...{ visitorId: name, externalHash, origin: 'browser' },
        } as const,
      });
    await goal('before', 'jane');
    await goal('of somebody else', 'joe');
    await goal('on another website', 'jane', 'ff_b');
    await goal('in another workspace', 'jane', 'ff_a', 'x' as WorkspaceId);
    await identity('claims to be jane', 'hash of jane');
    await identity('claims to be joe', 'hash of joe');
    await erased.note(
      { workspaceId, websiteId: 'ff_a' },
      { visitorIds: ['jane'], externalHashes: ['hash of jane'] },
      erasedAt,
    );
    now = erasedAt + 1_000;
    await goal('after', 'jane');

    const stored: string[] = [];
    const analytics = {
      async store({ rows }: RecordBatch) {
        for (const { name } of rows.conversions ?? []) stored.push(name);
        for (const { visitor_id } of rows.identities ?? []) stored.push(visitor_id);
      },
    };
    const claims = createClaims(control);
    const drain = startDrain({
      spool,
      analytics,
      claims,
      erased,
      clock: () => now,
      log: silent,
      gatherMs: 0,
    });
    await drain.catchUp(60_000);
    await drain.stop();
    expect(stored.toSorted()).toEqual([
      'after',
      'claims to be joe',
      'in another workspace',
      'of somebody else',
      'on another website',
    ]);
    expect(spool.pendingRecords()).toBe(0);
  });

  it('is kept by a fingerprint alone, and not for ever', async () => {
    const control = await open();
    const erased = createErasedSubjects(control);
    const website = { workspaceId, websiteId: 'ff_a' };
    await erased.note(website, { visitorIds: ['jane'], externalHashes: [] }, erasedAt);
    const rows = await control.db.selectFrom('erased_subjects').selectAll().execute();
    expect(rows).toEqual([{ fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/), erased_at: erasedAt }]);
    await erased.purge(erasedAt + 89 * 86_400_000);
    expect(await control.db.selectFrom('erased_subjects').selectAll().execute()).toHaveLength(1);
    await erased.purge(erasedAt + 91 * 86_400_000);
    expect(await control.db.selectFrom('erased_subjects').selectAll().execute()).toEqual([]);
  });

  it('is noted by several at once, in whichever order they name the visitors of a person', async () => {
    const erased = createErasedSubjects(await open());
    const visitorIds = Array.from({ length: 200 }, (_, n) => `visitor ${n}`);
    const orders = [visitorIds, visitorIds.toReversed()];
    const note = (ids: readonly string[]) =>
      erased.note({ workspaceId, websiteId: 'ff_a' }, { visitorIds: ids, externalHashes: [] }, erasedAt);
    await Promise.all(Array.from({ length: 20 }, (_, n) => note(orders[n % 2] as string[])));
  });
});
