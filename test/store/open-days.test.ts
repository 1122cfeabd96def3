/** Which days are open, as kept in memory, beside what the engine says: after everything that may change it. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../src/contract/ids.ts';
import { buildEvent, buildGoal, buildPayment, type Draft } from '../../src/ingest/build-records.ts';
import { createClaims } from '../../src/ingest/claims.ts';
import { createRecordDeletion, type RecordDeletion } from '../../src/ingest/delete-records.ts';
import { lookBack } from '../../src/ingest/look-back.ts';
import { startSettler } from '../../src/settlement/settler.ts';
import type { Analytics } from '../../src/store/analytics/open-analytics.ts';
import { bind, sql, stored } from '../../src/store/analytics/sql.ts';
import { type TableName, tableNames } from '../../src/store/analytics/tables.ts';
import { openControl } from '../../src/store/control/open-control.ts';
import { type EngineGate, openEngineGate } from '../harness/engine-gate.ts';
import { type EngineWatch, watchEngine } from '../harness/engine-watch.ts';
import { type OpenLayout, openLayout, silent } from './layouts.ts';

const workspaceId = 'w' as WorkspaceId;
const now = Date.parse('2024-03-20T12:00:00Z');
const sender = { workspaceId, now };
const surroundings = { ownDomains: [], findCountry: () => '' };
const [today, settledDay, otherSettledDay, newDay] = ['2024-03-20', '2024-03-18', '2024-03-19', '2024-03-12'];

type Rows = Partial<Record<TableName, string>>;

let layout: OpenLayout;
let remembering: Analytics;
let asking: Analytics;
let watch: EngineWatch;
let gate: EngineGate;
let seq = 0;
let websites = 0;
let moment = now;

beforeAll(async () => {
  layout = await openLayout('one server');
  gate = await openEngineGate(layout.nodeUrls[0] as string);
  remembering = await layout.open({ url: gate.url, isOnlyWriter: true });
  asking = layout.analytics;
  watch = watchEngine(layout.nodeUrls[0] as string);
});
afterAll(async () => {
  await watch.close();
  await layout.close();
  await gate.close();
});

type Site = {
  id: string;
  view(day: string, session?: string, visitor?: string): Draft;
  custom(day: string, session?: string, visitor?: string): Draft;
  goal(day: string): Draft;
  payment(day: string): Draft;
};

/** With traffic, a goal and a payment on two settled days, and on today. */
async function openSite(): Promise<Site> {
  const id = `ff_${websites++}`;
  const at = (day: string) => Date.parse(`${day}T10:00:00Z`);
  const common = { website_id: id, visitor_id: 'v' };
  const event = (name: 'pageview' | 'custom', day: string, session_id: string, visitor_id = 'v') => {
    const body = { website_id: id, visitor_id, name, session_id, ts: at(day), properties: { plan: '' } };
    return buildEvent(sender, body, surroundings);
  };
  const site: Site = {
    id,
    view: (day, session = `of ${day}`, visitor) => event('pageview', day, session, visitor),
    custom: (day, session = `of ${day}`, visitor) => event('custom', day, session, visitor),
    goal: (day) => buildGoal(sender, { ...common, goal_name: 'signup', timestamp: at(day) }),
    payment: (day) =>
      buildPayment(sender, {
        ...common,
        transaction_id: randomUUID(),
        amount: 1,
        currency: 'EUR',
        timestamp: at(day),
      }),
  };
  const days = [settledDay, otherSettledDay, today];
  await send(days.flatMap((day) => [site.view(day), site.goal(day), site.payment(day)]));
  await settle();
  return site;
}

function buildRows(draft: Draft): Rows {
  seq += 1;
  const rows = Object.entries(draft.rows(seq, draft.response));
  return Object.fromEntries(rows.map(([table, row]) => [table, JSON.stringify(row)]));
}

/** Row texts, as the drain has them. */
async function insert(records: readonly Rows[], name: string): Promise<void> {
  for (const table of tableNames) {
    const rows = records.flatMap((record) => record[table] ?? []);
    if (rows.length > 0) await remembering.insert(table, rows, `${name}:${table}`);
  }
}

async function send(drafts: readonly Draft[]): Promise<void> {
  const first = seq + 1;
  await insert(drafts.map(buildRows), randomUUID());
  await lookBack(remembering, { first, last: seq }, now);
}

async function settle(): Promise<void> {
  const lease = { take: async () => true, release: async () => {} };
  // Runs are told apart by their moment.
  moment += 1;
  const timing = { clock: () => moment, intervalMs: 2 ** 31 - 1 };
  const settler = startSettler({ analytics: remembering, log: silent, lease, ...timing });
  await settler.settleNow().finally(settler.stop);
}

async function useDeletion(work: (deletion: RecordDeletion) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-open-days-'));
  const control = await openControl({ sqlitePath: join(folder, 'control.sqlite') });
  const drained = { notify() {}, catchUp: async () => {}, stop: async () => {} };
  try {
    await work(createRecordDeletion(remembering, createClaims(control), drained));
  } finally {
    await control.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function findDays(analytics: Analytics, { id }: Site) {
  const [days] = await analytics.findDays(workspaceId, [id]);
  const show = (part: 'traffic' | 'credits') => ({
    open: days?.[part].open,
    lastSettled: days?.[part].lastSettled,
  });
  return { traffic: show('traffic'), credits: show('credits') };
}

/** What is remembered, which must be what the engine says. */
async function recall(site: Site) {
  const remembered = await findDays(remembering, site);
  expect(remembered).toEqual(await findDays(asking, site));
  return remembered;
}

/** Looking at the counter is a query too. */
async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const before = await watch.countEvents('Query');
  await work();
  return (await watch.countEvents('Query')) - before - 1;
}

const onlyToday = { open: [today], lastSettled: otherSettledDay };

describe('days that are remembered', () => {
  it('are asked for once, also while records arrive and are looked back from', async () => {
    const site = await openSite();
    expect(await countQueries(() => findDays(remembering, site))).toBe(1);
    expect(await countQueries(() => findDays(remembering, site))).toBe(0);
    await send([site.view(today), site.custom(today), site.goal(today), site.payment(today)]);
    expect(await countQueries(() => findDays(remembering, site))).toBe(0);
    await send([site.view(settledDay)]);
    expect(await countQueries(() => findDays(remembering, site))).toBe(1);
  });

  it('are asked for every time where others may write', async () => {
    const site = await openSite();
    expect(await countQueries(() => findDays(asking, site))).toBe(1);
    expect(await countQueries(() => findDays(asking, site))).toBe(1);
  });

  it('of a goal in a session are those of its hit alone', async () => {
    const site = await openSite();
    await recall(site);
    await insert([{ conversions: buildRows(site.custom(settledDay)).conversions as string }], randomUUID());
    expect(await countQueries(() => findDays(remembering, site))).toBe(0);
    expect(await recall(site)).toEqual({ traffic: onlyToday, credits: onlyToday });
  });
});

describe('what is remembered is what the engine says after', () => {
  type Change = [
    name: string,
    change: (site: Site) => Promise<unknown>,
    opens: { traffic?: string[]; credits?: string[] },
  ];

  const changes: Change[] = [
    ['records of today', (site) => send([site.view(today), site.payment(today)]), {}],
    [
      'a late hit, from whose day on credits may change',
      (site) => send([site.view(otherSettledDay)]),
      { traffic: [otherSettledDay], credits: [otherSettledDay] },
    ],
    ['a late goal', (site) => send([site.goal(settledDay)]), { credits: [settledDay] }],
    ['a late payment', (site) => send([site.payment(settledDay)]), { credits: [settledDay] }],
    ['the first record of a day', (site) => send([site.payment(newDay)]), { credits: [newDay] }],
    [
      'a session that goes on on a later day',
      (site) => send([site.view(today, `of ${settledDay}`)]),
      { traffic: [settledDay] },
    ],
    [
      'somebody else in a session of a settled day, since when they may have reached goals',
      (site) => send([site.view(today, `of ${settledDay}`, 'w')]),
      { traffic: [settledDay], credits: [settledDay, otherSettledDay] },
    ],
    [
      'a statement that changes rows',
      ({ id }) =>
        remembering.run(sql`DELETE FROM ${stored('settlements')}
          WHERE website_id = ${bind.string(id)} AND part = 'traffic' AND day IN ${bind.dates([settledDay])}`),
      { traffic: [settledDay] },
    ],
    [
      'a deletion',
      ({ id }) => useDeletion((deletion) => deletion.payments({ workspaceId, websiteId: id }, {})),
      { credits: [settledDay, otherSettledDay] },
    ],
    [
      'a deletion of all that somebody did in a session of a settled day',
      async (site) => {
        await send([site.custom(today, `of ${settledDay}`, 'w')]);
        await settle();
        expect((await recall(site)).credits).toEqual(onlyToday);
        const target = { workspaceId, websiteId: site.id };
        await useDeletion((deletion) => deletion.conversions(target, { visitorId: 'w' }));
      },
      { credits: [settledDay, otherSettledDay] },
    ],
    [
      'rows that say nothing of their day at the beginning of their text',
      async (site) => {
        const row = JSON.parse(buildRows(site.view(settledDay)).hits as string);
        const turned = Object.fromEntries(Object.entries(row).reverse());
        await remembering.insert('hits', [JSON.stringify(turned)], randomUUID());
      },
      { traffic: [settledDay] },
    ],
    [
      'rows that are no text',
      async (site) => {
        const { hits } = site.view(settledDay).rows(++seq, { accepted: true, visitor_id: 'v' });
        if (hits) await remembering.insert('hits', [hits], randomUUID());
      },
      { traffic: [settledDay] },
    ],
    [
      'an insert that is refused',
      async (site) => {
        const row = (buildRows(site.view(settledDay)).hits as string).replace('"pageview"', '"nothing"');
        await expect(remembering.insert('hits', [row], randomUUID())).rejects.toThrow();
      },
      {},
    ],
  ];

  it.each(changes)('%s, and settling it', async (_, change, { traffic = [], credits = [] }) => {
    const site = await openSite();
    expect(await recall(site)).toEqual({ traffic: onlyToday, credits: onlyToday });
    await change(site);
    const after = await recall(site);
    expect(after.traffic.open).toEqual([...traffic, today]);
    expect(after.credits.open).toEqual([...credits, today]);
    await settle();
    const settled = await recall(site);
    expect([settled.traffic.open, settled.credits.open]).toEqual([[today], [today]]);
  });

  it('the first record of a website', async () => {
    const site = await openSite();
    const fresh: Site = { ...site, id: 'ff_fresh' };
    expect((await recall(fresh)).traffic.open).toEqual([]);
    const rows = JSON.stringify({
      ...JSON.parse(buildRows(site.view(today)).hits as string),
      website_id: fresh.id,
    });
    await remembering.insert('hits', [rows], randomUUID());
    expect((await recall(fresh)).traffic.open).toEqual([today]);
  });

  it('an insert that was under way when it was asked for', async () => {
    const site = await openSite();
    const held = gate.hold('INSERT INTO hits', 'request');
    const inserted = insert([buildRows(site.view(settledDay))], randomUUID());
    await held.isHeld;
    expect((await recall(site)).traffic).toEqual(onlyToday);
    held.release();
    await inserted;
    expect((await recall(site)).traffic.open).toEqual([settledDay, today]);
  });

  it('an answer that comes after a change that it does not know of', async () => {
    const site = await openSite();
    const held = gate.hold('FROM revisions', 'answer');
    const early = findDays(remembering, site);
    await held.isHeld;
    await insert([buildRows(site.view(settledDay))], randomUUID());
    const late = recall(site);
    held.release();
    expect((await early).traffic).toEqual(onlyToday);
    expect((await late).traffic.open).toEqual([settledDay, today]);
    expect((await recall(site)).traffic.open).toEqual([settledDay, today]);
  });

  it('an engine that was away, and an insert that had to be repeated', async () => {
    const site = await openSite();
    await recall(site);
    const late = [buildRows(site.view(settledDay))];
    await layout.killNode(0);
    await expect(insert(late, 'repeated')).rejects.toThrow('did not answer');
    await layout.startNode(0);
    expect((await recall(site)).traffic).toEqual(onlyToday);
    await insert(late, 'repeated');
    expect((await recall(site)).traffic.open).toEqual([settledDay, today]);
  });
});
