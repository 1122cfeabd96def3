/** DELETE /pixel/goals and DELETE /pixel/payments (contract §6). */
import { expect, it } from 'vitest';
import { systemClock } from '../../src/contract/clock.ts';
import { createWebsite } from '../../src/websites/create-website.ts';
import type { ApiRequest } from '../harness/api-client.ts';
import { describeDeployments, describeEngines, describeOneServer } from '../harness/deployments.ts';
import type { Tenant } from '../harness/tenant.ts';

type Query = NonNullable<ApiRequest['query']>;

const days = { from_date: '2026-01-01', to_date: '2026-01-31' };
const at = (day: number) => Date.UTC(2026, 0, day, 12);

function remove(tenant: Tenant, path: string, query: Query) {
  return tenant.send({ method: 'DELETE', path, query: { website_id: tenant.website, ...query } });
}

async function removed(tenant: Tenant, path: string, query: Query): Promise<unknown> {
  const { status, body, headers } = await remove(tenant, path, query);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'success', meta: { request_id: headers.get('x-request-id') } });
  expect(Object.keys(body.data)).toEqual(['deleted']);
  return body.data.deleted;
}

async function sum(tenant: Tenant, metric: string, website_id: string = tenant.website): Promise<number> {
  const rows = await tenant.rows('/pixel/analytics/timeseries', { ...days, metric, website_id });
  return rows.reduce((total, { value }) => total + Number(value), 0);
}

async function live(tenant: Tenant) {
  const [row] = await tenant.rows('/pixel/analytics/realtime');
  return { live_visitors: row?.live_visitors, live_events: row?.live_events };
}

/** Goals a, a, b of v1 on days 1 to 3; goal a of v2 on day 4; a pageview of v1 with a session on day 1. */
async function recordGoals(tenant: Tenant, website_id: string = tenant.website): Promise<void> {
  const rows: [string, string, number][] = [
    ['a', 'v1', 1],
    ['a', 'v1', 2],
    ['b', 'v1', 3],
    ['a', 'v2', 4],
  ];
  for (const [goal_name, visitor_id, day] of rows) {
    await tenant.post('/pixel/goals', { website_id, goal_name, visitor_id, timestamp: at(day) });
  }
  await tenant.post('/pixel/events', { website_id, visitor_id: 'v1', session_id: 's1', ts: at(1) });
}

/** 1, 2 and 4 of v1 on days 1 to 3; 8 of v2 on day 4. */
async function recordPayments(tenant: Tenant, website_id: string = tenant.website): Promise<void> {
  const rows: [string, string, number, number][] = [
    ['t1', 'v1', 1, 1],
    ['t2', 'v1', 2, 2],
    ['t3', 'v1', 4, 3],
    ['t4', 'v2', 8, 4],
  ];
  for (const [transaction_id, visitor_id, amount, day] of rows) {
    await tenant.post('/pixel/payments', {
      website_id,
      transaction_id,
      visitor_id,
      amount,
      timestamp: at(day),
    });
  }
}

describeOneServer('DELETE /pixel/goals narrowed', (deployment) => {
  const narrowings: [Query, string, { goal: string; visitor: string }[]][] = [
    [{ goal_name: 'a' }, '3', [{ goal: 'b', visitor: 'v1' }]],
    [{ visitor_id: 'v1' }, '3', [{ goal: 'a', visitor: 'v2' }]],
    [
      { goal_name: 'a', visitor_id: 'v1' },
      '2',
      [
        { goal: 'b', visitor: 'v1' },
        { goal: 'a', visitor: 'v2' },
      ],
    ],
    [
      { from_date: '2026-01-02', to_date: '2026-01-03' },
      '2',
      [
        { goal: 'a', visitor: 'v1' },
        { goal: 'a', visitor: 'v2' },
      ],
    ],
    [
      { goal_name: 'a', from_date: '2026-01-02', to_date: '2026-01-02' },
      '1',
      [
        { goal: 'b', visitor: 'v1' },
        { goal: 'a', visitor: 'v1' },
        { goal: 'a', visitor: 'v2' },
      ],
    ],
  ];

  it.concurrent.each(narrowings)('with %j deletes %s and nothing else', async (query, count, left) => {
    const tenant = await deployment.tenant();
    await recordGoals(tenant);
    await recordPayments(tenant);
    await deployment.settle();
    expect(await removed(tenant, '/pixel/goals', query)).toBe(count);
    const found: { goal: unknown; visitor: string }[] = [];
    for (const visitor of ['v1', 'v2']) {
      const rows = await tenant.rows(`/pixel/visitors/${visitor}`);
      found.push(...rows.map(({ goal_name }) => ({ goal: goal_name, visitor })));
    }
    expect(found).toEqual(left);
    expect(await sum(tenant, 'conversions')).toBe(left.length);
    expect(await sum(tenant, 'pageviews')).toBe(1);
    expect(await sum(tenant, 'revenue')).toBe(15);
    expect(await removed(tenant, '/pixel/goals', query)).toBe('0');
  });
});

describeEngines('DELETE /pixel/goals', (deployment) => {
  it.concurrent('answers 0 where nothing matches', async () => {
    const tenant = await deployment.tenant();
    await recordGoals(tenant);
    await deployment.settle();
    for (const query of [{ goal_name: 'A' }, { visitor_id: 'v3' }, { goal_name: 'b', visitor_id: 'v2' }]) {
      expect(await removed(tenant, '/pixel/goals', query)).toBe('0');
    }
    expect(await sum(tenant, 'conversions')).toBe(4);
  });

  it.concurrent('takes custom events as the conversions that they are', async () => {
    const tenant = await deployment.tenant();
    const event = { website_id: tenant.website, visitor_id: 'v1', session_id: 's1', ts: at(1) };
    await tenant.post('/pixel/events', event);
    await tenant.post('/pixel/events', { ...event, name: 'custom', properties: { goal_name: 'a' } });
    await deployment.settle();
    expect(await sum(tenant, 'conversions')).toBe(1);
    expect(await removed(tenant, '/pixel/goals', { goal_name: 'a' })).toBe('1');
    expect(await sum(tenant, 'conversions')).toBe(0);
    expect(await sum(tenant, 'pageviews')).toBe(1);
    expect(await tenant.rows('/pixel/visitors/v1')).toEqual([]);
  });

  it.concurrent('takes them out of realtime at once', async () => {
    const tenant = await deployment.tenant();
    const by = { website_id: tenant.website, visitor_id: 'v1' };
    await tenant.post('/pixel/goals', { ...by, goal_name: 'a' });
    await tenant.post('/pixel/events', { ...by, name: 'custom', properties: { goal_name: 'a' } });
    await tenant.post('/pixel/goals', { ...by, goal_name: 'b', visitor_id: 'v2' });
    await tenant.post('/pixel/payments', { ...by, transaction_id: 't1', amount: 1, visitor_id: 'v3' });
    await deployment.settle();
    expect(await live(tenant)).toEqual({ live_visitors: '3', live_events: '4' });
    await removed(tenant, '/pixel/goals', { visitor_id: 'v1' });
    expect(await live(tenant)).toEqual({ live_visitors: '2', live_events: '2' });
    await removed(tenant, '/pixel/payments', { visitor_id: 'v3' });
    expect(await live(tenant)).toEqual({ live_visitors: '1', live_events: '1' });
    expect(await tenant.rows('/pixel/analytics/realtime/map')).toEqual([
      { country: 'ZZ', visitors: '1', events: '1' },
    ]);
  });

  it.concurrent('takes them out of the goal breakdown', async () => {
    const tenant = await deployment.tenant();
    for (const visitor_id of ['v1', 'v2']) {
      const properties = { plan: 'pro' };
      await tenant.post('/pixel/goals', {
        website_id: tenant.website,
        goal_name: 'a',
        visitor_id,
        properties,
      });
    }
    await deployment.settle();
    expect(await removed(tenant, '/pixel/goals', { visitor_id: 'v1' })).toBe('1');
    expect(await tenant.rows('/pixel/goals/a/metadata')).toMatchObject([
      { property: 'plan', value: 'pro', visitors: '1', conversions: '1' },
    ]);
  });
});

describeOneServer('DELETE /pixel/payments narrowed', (deployment) => {
  const narrowings: [Query, string, number][] = [
    [{ transaction_id: 't2' }, '1', 13],
    [{ visitor_id: 'v1' }, '3', 8],
    [{ visitor_id: 'v1', transaction_id: 't4' }, '0', 15],
    [{ from_date: '2026-01-02', to_date: '2026-01-03' }, '2', 9],
    [{ visitor_id: 'v1', from_date: '2026-01-03', to_date: '2026-01-04' }, '1', 11],
  ];

  it.concurrent.each(narrowings)('with %j deletes %s and leaves %d', async (query, count, left) => {
    const tenant = await deployment.tenant();
    await recordPayments(tenant);
    await recordGoals(tenant);
    await deployment.settle();
    expect(await removed(tenant, '/pixel/payments', query)).toBe(count);
    expect(await sum(tenant, 'revenue')).toBe(left);
    expect(await sum(tenant, 'conversions')).toBe(4);
    expect(await sum(tenant, 'pageviews')).toBe(1);
  });
});

describeDeployments('DELETE /pixel/payments', (deployment) => {
  it.concurrent('lets a deleted transaction be sent again, and still only once', async () => {
    const tenant = await deployment.tenant();
    await recordPayments(tenant);
    await deployment.settle();
    expect(await removed(tenant, '/pixel/payments', { transaction_id: 't4' })).toBe('1');
    const again = { website_id: tenant.website, transaction_id: 't4', timestamp: at(5) };
    await tenant.post('/pixel/payments', { ...again, amount: 100 });
    await deployment.settle();
    await tenant.post('/pixel/payments', { ...again, amount: 1000 });
    await tenant.post('/pixel/payments', { ...again, transaction_id: 't1', amount: 1000 });
    await deployment.settle();
    expect(await sum(tenant, 'revenue')).toBe(107);
  });
});

const paths = ['/pixel/goals', '/pixel/payments'];

async function expectUntouched(tenant: Tenant, website_id: string = tenant.website): Promise<void> {
  expect(await sum(tenant, 'conversions', website_id)).toBe(4);
  expect(await sum(tenant, 'revenue', website_id)).toBe(15);
}

describeOneServer('deletion that is refused', (deployment) => {
  it.concurrent('needs something that narrows it', async () => {
    const tenant = await deployment.tenant();
    await recordGoals(tenant);
    await recordPayments(tenant);
    await deployment.settle();
    for (const path of paths) {
      const empty = { goal_name: '', transaction_id: '', visitor_id: '', from_date: '', to_date: '' };
      const foreignName: Query = path === '/pixel/goals' ? { transaction_id: 't1' } : { goal_name: 'a' };
      for (const query of [{}, empty, foreignName, { limit: 1 }]) {
        const { status, body } = await remove(tenant, path, query);
        expect({ path, status, code: body.error?.code }).toEqual({
          path,
          status: 400,
          code: 'filter_required',
        });
      }
    }
    await expectUntouched(tenant);
  });

  it.concurrent('needs both dates, real ones, in order', async () => {
    const tenant = await deployment.tenant();
    await recordGoals(tenant);
    await recordPayments(tenant);
    await deployment.settle();
    const refused: [Query, string][] = [
      [{ from_date: '2026-01-01' }, 'from_date_and_to_date_required'],
      [{ to_date: '2026-01-31' }, 'from_date_and_to_date_required'],
      [{ visitor_id: 'v1', from_date: '2026-01-01' }, 'from_date_and_to_date_required'],
      [{ from_date: '2026-02-30', to_date: '2026-03-01' }, 'invalid_from_date'],
      [{ from_date: '2026-01-01', to_date: 'tomorrow' }, 'invalid_to_date'],
      [{ from_date: '2026-01-31', to_date: '2026-01-01' }, 'invalid_to_date'],
      [{ from_date: ['2026-01-01', '2026-01-02'], to_date: '2026-01-31' }, 'invalid_from_date'],
      [{ visitor_id: ['v1', 'v2'] }, 'invalid_visitor_id'],
      // Left empty beside another one, it would widen what is deleted.
      [{ visitor_id: '', from_date: '2026-01-01', to_date: '2026-01-31' }, 'invalid_visitor_id'],
      [{ visitor_id: 'v1', from_date: '', to_date: '' }, 'invalid_from_date'],
    ];
    for (const path of paths) {
      for (const [query, code] of refused) {
        expect(await remove(tenant, path, query)).toMatchObject({ status: 400, body: { error: { code } } });
      }
    }
    await expectUntouched(tenant);
  });
});

describeEngines('deletion', (deployment) => {
  it.concurrent('is for a website of the workspace alone', async () => {
    const tenant = await deployment.tenant();
    const theirs = await deployment.tenant();
    await recordGoals(theirs);
    await recordPayments(theirs);
    await deployment.settle();
    for (const path of paths) {
      const send = (query: Query) =>
        tenant.send({ method: 'DELETE', path, query: { visitor_id: 'v1', ...query } });
      expect(await send({})).toMatchObject({ status: 400, body: { error: { code: 'website_id_required' } } });
      for (const website_id of [theirs.website, 'ff_unknown', tenant.websiteUuid]) {
        expect(await send({ website_id })).toMatchObject({
          status: 403,
          body: { error: { code: 'forbidden' } },
        });
      }
    }
    await expectUntouched(theirs);
  });

  it.concurrent('leaves other websites and other workspaces alone', async () => {
    const tenant = await deployment.tenant();
    const theirs = await deployment.tenant();
    const domains = ['other.example'];
    const other = await createWebsite(deployment.control(), tenant.workspaceId, domains, systemClock);
    for (const [owner, website] of [
      [tenant, tenant.website],
      [tenant, other.websiteId],
      [theirs, theirs.website],
    ] as const) {
      await recordGoals(owner, website);
      await recordPayments(owner, website);
    }
    await deployment.settle();
    for (const path of paths) {
      expect(await removed(tenant, path, { from_date: '2026-01-01', to_date: '2026-12-31' })).toBe('4');
    }
    expect(await sum(tenant, 'conversions')).toBe(0);
    expect(await sum(tenant, 'revenue')).toBe(0);
    await expectUntouched(tenant, other.websiteId);
    await expectUntouched(theirs);
  });
});
