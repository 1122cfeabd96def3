import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WorkspaceId } from '../../src/contract/ids.ts';
import { type Claims, createClaims } from '../../src/ingest/claims.ts';
import { startDrain } from '../../src/ingest/drain.ts';
import { createIntake, type Intake } from '../../src/ingest/intake.ts';
import { openSpool, type Spool } from '../../src/ingest/spool.ts';
import type { LocalEngine } from '../../src/store/analytics/duckdb/local-engine.ts';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { makeFolder, removeFolder } from './data-directory.ts';
import { countDerived, countStored, openDataDirectory, silent } from './stored-records.ts';

/** The parts of the way of a record, put together by hand so that the way can be cut at any point. */

const website_id = 'ff_test';
const sender = { workspaceId: 'w' as WorkspaceId, idempotencyKey: undefined };
const catchUpMs = 60_000;

let folder = '';
let analytics: LocalEngine;
let control: Control;
let claims: Claims;
let spool: Spool;
let now = 0;
const clock = () => now;

beforeEach(async () => {
  folder = await makeFolder();
  now = Date.parse('2026-03-01T12:00:00Z');
  await open();
});

afterEach(async () => {
  await close();
  await removeFolder(folder);
});

async function open(): Promise<void> {
  analytics = await openDataDirectory(folder);
  control = await openControl({ sqlitePath: join(folder, 'control.sqlite') });
  claims = createClaims(control);
  spool = await openSpool({
    directory: join(folder, 'spool'),
    maximumBytes: 1e9,
    maximumBatchRecords: 100,
    clock,
  });
}

async function close(): Promise<void> {
  await spool.close();
  await control.close();
  await analytics.close();
}

/** As after the end of the process: only what is on the disk is left. */
async function restart(): Promise<void> {
  await close();
  await open();
}

function intake(): Intake {
  return createIntake({
    spool,
    claims,
    clock,
    ownDomains: async () => [],
    findCountry: () => '',
    onAccepted: () => {},
  });
}

async function drainAll(): Promise<void> {
  const drain = startDrain({ spool, analytics, claims, clock, log: silent, gatherMs: 0 });
  await drain.catchUp(catchUpMs);
  await drain.stop();
}

/** Drains until the point at which the process would have ended, and leaves everything as it is there. */
async function drainUntil(point: 'before it is stored' | 'before the batch is finished'): Promise<void> {
  let reached = () => {};
  const cut = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const end = () => {
    reached();
    return Promise.reject(new Error('the process ends here'));
  };
  const drain = startDrain({
    spool: point === 'before it is stored' ? spool : { ...spool, finishBatch: end },
    analytics: point === 'before it is stored' ? { ...analytics, store: end } : analytics,
    claims,
    clock,
    log: silent,
    gatherMs: 0,
  });
  await cut;
  await drain.stop();
}

const pageview = (path: string) => intake().event(sender, { website_id, name: 'pageview', path });
const payment = (transaction_id: string, amount: number, event_id?: string) =>
  intake().payment(sender, { website_id, transaction_id, amount, currency: 'USD', event_id });

const findStored = () => countStored(analytics);

for (const point of ['before it is stored', 'before the batch is finished'] as const) {
  it(`stores a batch once when the process ends ${point}`, async () => {
    await pageview('/one');
    await intake().goal(sender, { website_id, goal_name: 'goal' });
    await payment('t1', 10);
    await intake().identity(sender, { website_id, visitor_id: 'v', external_id: 'x' });
    await drainUntil(point);
    await restart();
    // What came after the crash belongs to the next batch, not to the repeated one.
    await pageview('/two');
    await drainUntil(point);
    await restart();
    await drainAll();
    const { hits, conversions, payments, identities } = await findStored();
    expect(hits).toEqual(new Map(Object.entries({ '/one': 1, '/two': 1 })));
    expect(conversions).toEqual(new Map([['goal', 1]]));
    expect(payments).toEqual(new Map([['t1', 1]]));
    expect(identities).toEqual(new Map([['v', 1]]));
    const { kept, counted } = await countDerived(analytics);
    expect(kept).toEqual(counted);
    expect(kept).toEqual({ pageviews: 2, customs: 0, sessions: 2, views: 2, credits: 2 });
    expect(spool.pendingRecords()).toBe(0);
  });

  it(`keeps the first of several payments of one transaction when the process ends ${point}`, async () => {
    await payment('t1', 10);
    await payment('t1', 20);
    await drainUntil(point);
    await restart();
    await payment('t1', 30);
    await drainAll();
    await restart();
    await payment('t1', 40);
    await drainAll();
    expect((await findStored()).amounts).toEqual(new Map([['t1', 10]]));
    expect((await findStored()).payments).toEqual(new Map([['t1', 1]]));
  });

  it(`records a retried call once when the process ends ${point}`, async () => {
    const goal = { website_id, goal_name: 'goal', event_id: 'e1' };
    const first = await intake().goal(sender, goal);
    expect(await intake().goal(sender, goal)).toEqual(first);
    await drainUntil(point);
    expect(await intake().goal(sender, goal)).toEqual(first);
    await restart();
    expect(await intake().goal(sender, goal)).toEqual(first);
    await drainAll();
    expect(await intake().goal(sender, goal)).toEqual(first);
    await drainAll();
    expect((await findStored()).conversions).toEqual(new Map([['goal', 1]]));
  });
}

it('gathers no longer once somebody waits for the records, or the drain stops', async () => {
  const drain = startDrain({ spool, analytics, claims, clock, log: silent, gatherMs: 24 * 60 * 60 * 1000 });
  for (const path of ['/one', '/two']) {
    await pageview(path);
    await drain.catchUp(catchUpMs);
  }
  await drain.stop();
  expect((await findStored()).hits).toEqual(new Map(Object.entries({ '/one': 1, '/two': 1 })));
});

it('tells transactions of different websites and workspaces apart', async () => {
  await payment('t1', 10);
  await intake().payment(sender, {
    website_id: 'ff_other',
    transaction_id: 't1',
    amount: 20,
    currency: 'USD',
  });
  const stranger = { ...sender, workspaceId: 'other' as WorkspaceId };
  await intake().payment(stranger, { website_id, transaction_id: 't1', amount: 30, currency: 'USD' });
  await drainAll();
  expect((await findStored()).payments).toEqual(new Map([['t1', 3]]));
});

it('records a transaction that was first sent as a retry of another', async () => {
  await payment('t1', 10, 'e1');
  // The same key means the same call: nothing is recorded, so the transaction stays free.
  await payment('t2', 20, 'e1');
  await drainAll();
  await payment('t2', 20, 'e2');
  await drainAll();
  expect((await findStored()).amounts).toEqual(new Map(Object.entries({ t1: 10, t2: 20 })));
});

it('takes a key again after 24 hours', async () => {
  const goal = { website_id, goal_name: 'goal', event_id: 'e1' };
  await intake().goal(sender, goal);
  await drainAll();
  now += 24 * 60 * 60 * 1000 - 1;
  await claims.purgeExpired(now);
  await intake().goal(sender, goal);
  await drainAll();
  expect((await findStored()).conversions).toEqual(new Map([['goal', 1]]));
  now += 1;
  await claims.purgeExpired(now);
  await intake().goal(sender, goal);
  await drainAll();
  expect((await findStored()).conversions).toEqual(new Map([['goal', 2]]));
});

/** At the end of the calendar, which no way in lets through and no engine knows. */
const never = {
  kind: 'goal' as const,
  workspaceId: sender.workspaceId,
  websiteId: website_id,
  ts: 8.64e15,
  visitorId: 'v',
  name: 'never',
};

it('sets a record aside that the engine can never take, and stores the rest once', async () => {
  await pageview('/one');
  await spool.append({ claims: [], record: never });
  await intake().goal(sender, { website_id, goal_name: 'before' });
  await intake().goal(sender, { website_id, goal_name: 'after' });
  await pageview('/two');
  await drainUntil('before the batch is finished');
  await restart();
  await drainAll();
  const { hits, conversions } = await findStored();
  expect(hits).toEqual(new Map(Object.entries({ '/one': 1, '/two': 1 })));
  expect(conversions).toEqual(new Map(Object.entries({ before: 1, after: 1 })));
  expect(spool.countRefused('w', [website_id])).toEqual({ records: 1, lastAt: now });
  expect(spool.countRefused('w', ['ff_other'])).toEqual({ records: 0, lastAt: 0 });
  expect(spool.pendingRecords()).toBe(0);
});
