/** Rows that statements share, in a real engine: who is given which of them, and that none are left behind. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Analytics, EngineUnavailable } from '../../src/store/analytics/open-analytics.ts';
import { bind, SharedRows, type Sql, sql, whole } from '../../src/store/analytics/sql.ts';
import { openEngineGate } from '../harness/engine-gate.ts';
import { type EngineWatch, watchEngine } from '../harness/engine-watch.ts';
import { type OpenLayout, openLayout } from './layouts.ts';

const workspaceId = 'w';
const forEver = 1_000_000_000_000_000;

let layout: OpenLayout;
let sharing: Analytics;
let watch: EngineWatch;
let seq = 1;

beforeAll(async () => {
  layout = await openLayout('one server');
  sharing = await layout.open({ isOnlyWriter: true });
  watch = watchEngine(layout.nodeUrls[0] as string);
});
afterAll(async () => {
  await watch.close();
  await layout.close();
});

/** Counts the hits of the website; `alone` tells which of the two ways the engine took. */
function countHits(websiteId: string, more: Sql = sql`1`): Sql {
  const mine = sql`workspace_id = ${bind.string(workspaceId)} AND website_id = ${bind.string(websiteId)} AND ${more}`;
  const rows = new SharedRows({
    made: sql`SELECT path FROM hits WHERE ${mine}`,
    columns: sql`path, 0 AS alone`,
    which: sql`path != '/hidden'`,
    alone: sql`SELECT path, 1 AS alone FROM hits WHERE ${mine} AND path != '/hidden'`,
    workspaceId,
    websiteIds: [websiteId],
  });
  return sql`SELECT toUInt32(count()) AS hits, max(alone) AS alone FROM ${rows}`;
}

const ask = async (websiteId: string) => (await sharing.query(countHits(websiteId))).data[0];

async function send(websiteId: string, path: string): Promise<void> {
  seq += 1;
  const place = { workspace_id: workspaceId, website_id: websiteId, ts: '2024-03-20 12:00:00.000', seq };
  const hit = JSON.stringify({ ...place, visitor_id: 'v', type: 'pageview', session_id: 's', path });
  await sharing.insert('hits', [hit], `shared ${seq}`);
}

const countTables = async () => {
  const { data } = await layout.analytics.query(
    sql`SELECT toUInt32(count()) AS tables FROM system.tables WHERE database = 'footfall_shared'`,
  );
  return data[0]?.tables;
};

it('are read from a table by the second question, and worked out anew after a record', async () => {
  await send('ff_a', '/');
  await send('ff_a', '/hidden');
  await send('ff_b', '/');
  expect(await ask('ff_a')).toEqual({ hits: 1, alone: 1 });
  expect(await ask('ff_a')).toEqual({ hits: 1, alone: 0 });
  await send('ff_b', '/other');
  expect(await ask('ff_a')).toEqual({ hits: 1, alone: 0 });
  await send('ff_a', '/more');
  await expect.poll(countTables).toBe(0);
  expect(await ask('ff_a')).toEqual({ hits: 2, alone: 1 });
  expect(await ask('ff_a')).toEqual({ hits: 2, alone: 0 });
});

it('are read from tables too where the condition for others reads them', async () => {
  await send('ff_g', '/');
  const inner = countHits('ff_g');
  const rows = new SharedRows({
    made: sql`SELECT 1 AS one`,
    columns: sql`(SELECT alone FROM (${inner})) AS alone`,
    which: sql`one IN (SELECT hits FROM (${inner}))`,
    alone: sql`SELECT 1 AS alone`,
    workspaceId,
    websiteIds: ['ff_g'],
  });
  const statement = sql`SELECT alone FROM ${rows}`;
  await sharing.query(statement);
  expect((await sharing.query(statement)).data).toEqual([{ alone: 0 }]);
});

it('are worked out by each statement where others write too', async () => {
  await send('ff_c', '/');
  for (const _ of [1, 2, 3]) {
    expect((await layout.analytics.query(countHits('ff_c'))).data).toEqual([{ hits: 1, alone: 1 }]);
  }
});

it('are no longer made when nobody waits for them', async () => {
  await send('ff_d', '/');
  const endless = sql`(SELECT count() FROM numbers(${whole(forEver)}) WHERE sipHash64(number) != 0) > 0`;
  const atOnce = await layout.open({ isOnlyWriter: true, sharesAtOnce: true });
  const leaving = new AbortController();
  const answer = atOnce
    .query(countHits('ff_d', endless), { signal: leaving.signal })
    .catch((error: Error) => error.name);
  await watch.untilUnderWay(String(forEver), (count) => count === 1);
  leaving.abort();
  expect(await answer).toBe('QueryCancelled');
  await watch.untilUnderWay(String(forEver), (count) => count === 0);
});

it('are waited for no longer than for a report where the engine hangs', async () => {
  await send('ff_h', '/');
  const gate = await openEngineGate(layout.nodeUrls[0] as string);
  const hurried = await layout.open({
    url: gate.url,
    isOnlyWriter: true,
    sharesAtOnce: true,
    reportTimeoutSeconds: 1,
  });
  const held = gate.hold('CREATE TABLE footfall_shared', 'request');
  await expect(hurried.query(countHits('ff_h'))).rejects.toThrow(EngineUnavailable);
  held.release();
  await gate.close();
});

it('are gone when the store is opened again, and missed by no question', async () => {
  await send('ff_e', '/');
  await ask('ff_e');
  expect(await ask('ff_e')).toEqual({ hits: 1, alone: 0 });
  await layout.open({ isOnlyWriter: true });
  expect(await countTables()).toBe(0);
  expect(await ask('ff_e')).toEqual({ hits: 1, alone: 1 });
  await ask('ff_e');
  expect(await ask('ff_e')).toEqual({ hits: 1, alone: 0 });
});

it('are done without where the engine cannot write a table', async () => {
  await send('ff_f', '/');
  await watch.command('DROP DATABASE footfall_shared SYNC');
  for (const _ of [1, 2, 3]) expect(await ask('ff_f')).toEqual({ hits: 1, alone: 1 });
});
