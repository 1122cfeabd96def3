/** Which days are open after everything that may change them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../src/contract/ids.ts';
import { buildEvent, buildGoal, buildPayment, type Draft } from '../../src/ingest/build-drafts.ts';
import { buildRows } from '../../src/ingest/build-records.ts';
import { buildDays } from '../../src/store/analytics/clickhouse/open-days.ts';
import { RowRefused } from '../../src/store/analytics/engine-errors.ts';
import { bind, sql } from '../../src/store/analytics/sql.ts';
import { type TableName, tableNames } from '../../src/store/analytics/tables.ts';
import { layoutNames, type OpenLayout, openLayout, readRows } from './layouts.ts';

const workspaceId = 'w' as WorkspaceId;
const now = Date.parse('2024-03-20T12:00:00Z');
const sender = { workspaceId, now };
const surroundings = { ownDomains: [], findCountry: () => '' };
const [today, settledDay, otherSettledDay, newDay] = ['2024-03-20', '2024-03-18', '2024-03-19', '2024-03-12'];

let layout: OpenLayout;
let seq = 0;
let websites = 0;
// Runs are told apart by their moment.
let moment = now;

type Site = {
  id: string;
  view(day: string, session?: string, visitor?: string): Draft;
  custom(day: string, session?: string, visitor?: string): Draft;
  goal(day: string): Draft;
  payment(day: string): Draft;
};

function buildSite(): Site {
  const id = `ff_${websites++}`;
  const at = (day: string) => Date.parse(`${day}T10:00:00Z`);
  const common = { website_id: id, visitor_id: 'v' };
  const event = (name: 'pageview' | 'custom', day: string, session_id: string, visitor_id = 'v') => {
    const body = { website_id: id, visitor_id, name, session_id, ts: at(day), properties: { plan: '' } };
    return buildEvent(sender, body, surroundings);
  };
  return {
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
}

/** Each with traffic, a goal and a payment on two settled days, and on today. */
async function openSites(count: number): Promise<Site[]> {
  const sites = Array.from({ length: count }, buildSite);
  const days = [settledDay, otherSettledDay, today];
  const drafts = sites.flatMap((site) =>
    days.flatMap((day) => [site.view(day), site.goal(day), site.payment(day)]),
  );
  await send(drafts);
  await settle();
  return sites;
}

async function send(drafts: readonly Draft[], name: string = randomUUID()): Promise<void> {
  const records = drafts.map((draft) => {
    seq += 1;
    return buildRows(draft.record(draft.response), seq);
  });
  const rowsOf = (table: TableName) => records.flatMap((record) => record[table] ?? []);
  const rows = Object.fromEntries(tableNames.map((table) => [table, rowsOf(table)]));
  await layout.engine.store({ name, source: 'test', rows });
}

async function settle(): Promise<void> {
  moment += 1;
  await layout.engine.settleNow();
  expect(layout.engine.settlingErrors()).toEqual([]);
}

async function findOpen({ id }: Site): Promise<{ traffic: string[]; credits: string[] }> {
  const mine = sql`workspace_id = ${bind.text(workspaceId)} AND website_id = ${bind.text(id)}`;
  const rows = await readRows(
    layout.engine,
    sql`SELECT part, toString(day) AS date FROM ${buildDays(mine)} WHERE is_open ORDER BY date`,
  );
  const ofPart = (part: string) => rows.filter((row) => row.part === part).map(({ date }) => String(date));
  return { traffic: ofPart('traffic'), credits: ofPart('credits') };
}

describe.each(layoutNames)('on %s', (name) => {
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
    [
      'a late payment, after which the next is not the first any more',
      (site) => send([site.payment(settledDay)]),
      { credits: [settledDay, otherSettledDay] },
    ],
    [
      'the first record of a day',
      (site) => send([site.payment(newDay)]),
      { credits: [newDay, settledDay, otherSettledDay] },
    ],
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
      'a deletion',
      ({ id }) => layout.engine.removePayments({ workspaceId, websiteId: id }, {}, Number.MAX_SAFE_INTEGER),
      { credits: [settledDay, otherSettledDay] },
    ],
    [
      'a deletion of all that somebody did in a session of a settled day',
      async (site) => {
        await send([site.custom(today, `of ${settledDay}`, 'w')]);
        await settle();
        expect(await findOpen(site)).toEqual({ traffic: [today], credits: [today] });
        await layout.engine.removeConversions({ workspaceId, websiteId: site.id }, { visitorId: 'w' });
      },
      { credits: [settledDay, otherSettledDay] },
    ],
    [
      'an insert that is refused',
      async (site) => {
        const { record, ...draft } = site.view(settledDay);
        const ofNoType = (given: Draft['response']) => ({ ...record(given), type: 'nothing' });
        await expect(send([{ ...draft, record: ofNoType } as unknown as Draft])).rejects.toThrow(RowRefused);
      },
      {},
    ],
  ];

  let sites: Site[] = [];
  beforeAll(async () => {
    layout = await openLayout(name, { clock: () => moment });
    sites = await openSites(changes.length);
  });
  afterAll(() => layout.close());

  it.each(changes.map(([title, change, opens], index) => ({ title, change, opens, index })))(
    'are those of $title',
    async ({ change, opens, index }) => {
      const { traffic = [], credits = [] } = opens;
      const site = sites[index] as Site;
      expect(await findOpen(site)).toEqual({ traffic: [today], credits: [today] });
      await change(site);
      expect(await findOpen(site)).toEqual({ traffic: [...traffic, today], credits: [...credits, today] });
    },
  );

  it('are settled again', async () => {
    await settle();
    for (const site of sites) expect(await findOpen(site)).toEqual({ traffic: [today], credits: [today] });
  });
});
