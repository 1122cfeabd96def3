/** What is recorded once however often it is sent (contract §5, Duplicates). */
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/contract/clock.ts';
import { createWebsite } from '../../../src/websites/create-website.ts';
import { type Deployment, describeServers } from '../../harness/deployments.ts';
import type { Tenant } from '../../harness/tenant.ts';

const timestamp = '2026-01-05T12:00:00Z';
const onThatDay = { from_date: '2026-01-05', to_date: '2026-01-05' };

/** What all engines hold together: servers that share the control plane alone have one each. */
async function sumMetric(
  { engines }: Deployment,
  { key, website }: Tenant,
  metric: string,
  website_id: string = website,
): Promise<number> {
  const query = { ...onThatDay, metric, website_id };
  const answers = await Promise.all(
    engines.map((api) => api({ path: '/pixel/analytics/timeseries', query, key })),
  );
  return answers.reduce((sum, { body }) => sum + body.data.data[0].value, 0);
}

async function addWebsite(deployment: Deployment, tenant: Tenant) {
  const domains = ['other.example'];
  return (await createWebsite(deployment.control(), tenant.workspaceId, domains, systemClock)).websiteId;
}

describeServers('transaction', (deployment) => {
  const build = (website_id: string, fields: object = {}) => ({
    website_id,
    transaction_id: 't1',
    amount: 10,
    timestamp,
    ...fields,
  });

  it.concurrent('counts once, and the first stays', async () => {
    const tenant = await deployment.tenant();
    const first = await tenant.post('/pixel/payments', build(tenant.website, { visitor_id: 'v1' }));
    await deployment.settle();
    for (const fields of [{ visitor_id: 'v1' }, { amount: 500 }, { visitor_id: 'v2', currency: 'EUR' }]) {
      const { status, body } = await tenant.post('/pixel/payments', build(tenant.website, fields));
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ accepted: true, transaction_id: 't1' });
    }
    expect(first.body.data).toEqual({ accepted: true, visitor_id: 'v1', transaction_id: 't1' });
    await deployment.settle();
    expect(await sumMetric(deployment, tenant, 'revenue')).toBe(10);
  });

  it.concurrent('counts once when it is sent again before the first is in reports', async () => {
    const tenant = await deployment.tenant();
    for (const amount of [10, 20, 30]) {
      await tenant.post('/pixel/payments', build(tenant.website, { amount }));
      if (deployment.urls.length > 1) await deployment.settle();
    }
    await deployment.settle();
    expect(await sumMetric(deployment, tenant, 'revenue')).toBe(10);
  });

  it.concurrent('counts once when it is sent at the same moment to every server', async () => {
    const tenant = await deployment.tenant();
    const amounts = Array.from({ length: 20 }, (_, n) => n + 1);
    const answers = await Promise.all(
      amounts.map((amount) => tenant.post('/pixel/payments', build(tenant.website, { amount }))),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.data.accepted).toBe(true);
    }
    await deployment.settle();
    expect(amounts).toContain(await sumMetric(deployment, tenant, 'revenue'));
  });

  it.concurrent('counts on each website, and for each spelling', async () => {
    const tenant = await deployment.tenant();
    const other = await addWebsite(deployment, tenant);
    await tenant.post('/pixel/payments', build(tenant.website));
    await tenant.post('/pixel/payments', build(other, { amount: 7 }));
    await tenant.post('/pixel/payments', build(tenant.website, { transaction_id: 'T1', amount: 1 }));
    await tenant.post('/pixel/payments', build(tenant.website, { transaction_id: 't1 ', amount: 2 }));
    await deployment.settle();
    expect(await sumMetric(deployment, tenant, 'revenue')).toBe(13);
    expect(await sumMetric(deployment, tenant, 'revenue', other)).toBe(7);
  });

  it.concurrent("is not taken by a stranger who writes to the owner's website", async () => {
    const owner = await deployment.tenant();
    const stranger = await deployment.tenant();
    await stranger.post('/pixel/payments', build(owner.website, { amount: 999, event_id: 'e1' }));
    await deployment.settle();
    await owner.post('/pixel/payments', build(owner.website, { event_id: 'e1' }));
    await deployment.settle();
    expect(await sumMetric(deployment, owner, 'revenue')).toBe(10);
  });
});

describeServers('retry', (deployment) => {
  type Write = {
    path: string;
    body(tenant: Tenant): Record<string, unknown>;
    count(tenant: Tenant): unknown;
  };
  const writes: Write[] = [
    {
      path: '/pixel/events',
      body: ({ website }) => ({ website_id: website, ts: timestamp }),
      count: (tenant) => sumMetric(deployment, tenant, 'pageviews'),
    },
    {
      path: '/pixel/goals',
      body: ({ website }) => ({ website_id: website, goal_name: 'signup', timestamp }),
      count: (tenant) => sumMetric(deployment, tenant, 'conversions'),
    },
    {
      path: '/pixel/payments',
      body: ({ website }) => ({ website_id: website, transaction_id: 't1', amount: 1, timestamp }),
      count: (tenant) => sumMetric(deployment, tenant, 'revenue'),
    },
  ];
  const marks = [
    (value: string) => ({ fields: { event_id: value }, headers: {} }),
    (value: string) => ({ fields: {}, headers: { 'idempotency-key': value } }),
  ];

  it.concurrent.each(writes)(
    'of $path answers what the first answered and records nothing',
    async (write) => {
      for (const mark of marks) {
        const tenant = await deployment.tenant();
        const { fields, headers } = mark('once');
        const send = (more: object = {}) =>
          tenant.post(write.path, { ...write.body(tenant), ...fields, ...more }, headers);
        const first = await send();
        expect(first.status).toBe(200);
        const atOnce = await send();
        await deployment.settle();
        const later = [await send(), await send({ visitor_id: 'someone-else', session_id: 's2' })];
        for (const { status, body } of [atOnce, ...later]) {
          expect(status).toBe(200);
          expect(body.data).toEqual(first.body.data);
        }
        await deployment.settle();
        expect(await write.count(tenant)).toBe(1);
      }
    },
  );

  it.concurrent.each(writes)('of $path is one record when 20 arrive at once', async (write) => {
    for (const mark of marks) {
      const tenant = await deployment.tenant();
      const { fields, headers } = mark('once');
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          tenant.post(write.path, { ...write.body(tenant), ...fields }, headers),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
      await deployment.settle();
      expect(await write.count(tenant)).toBe(1);
    }
  });

  it.concurrent('of an identify answers the same', async () => {
    const tenant = await deployment.tenant();
    const send = (visitor_id: string) =>
      tenant.post('/pixel/identify', {
        website_id: tenant.website,
        visitor_id,
        external_id: 'customer-1',
        event_id: 'once',
      });
    const first = await send('v1');
    expect(first.body.data).toEqual({ accepted: true, visitor_id: 'v1' });
    expect((await send('v2')).body.data).toEqual(first.body.data);
  });

  it.concurrent('is told apart by endpoint, website and workspace', async () => {
    const ours = await deployment.tenant();
    const theirs = await deployment.tenant();
    const other = await addWebsite(deployment, ours);
    const event_id = 'once';
    const goal = { goal_name: 'signup', timestamp, event_id };
    await ours.post('/pixel/goals', { website_id: ours.website, ...goal });
    await ours.post('/pixel/goals', { website_id: other, ...goal });
    await theirs.post('/pixel/goals', { website_id: theirs.website, ...goal });
    await ours.post('/pixel/events', { website_id: ours.website, ts: timestamp, event_id });
    const payment = { website_id: ours.website, transaction_id: 't1', amount: 5, timestamp, event_id };
    await ours.post('/pixel/payments', payment);
    await deployment.settle();
    expect(await sumMetric(deployment, ours, 'conversions')).toBe(1);
    expect(await sumMetric(deployment, ours, 'conversions', other)).toBe(1);
    expect(await sumMetric(deployment, theirs, 'conversions')).toBe(1);
    expect(await sumMetric(deployment, ours, 'pageviews')).toBe(1);
    expect(await sumMetric(deployment, ours, 'revenue')).toBe(5);
  });

  it.concurrent('of one transaction under the key of another records nothing, and leaves that transaction free', async () => {
    const tenant = await deployment.tenant();
    const pay = (transaction_id: string, amount: number, event_id?: string) =>
      tenant.post('/pixel/payments', {
        website_id: tenant.website,
        transaction_id,
        amount,
        timestamp,
        event_id,
      });
    const first = await pay('t1', 1, 'once');
    const mistaken = await Promise.all(deployment.urls.map(() => pay('t2', 10, 'once')));
    for (const { body } of mistaken) expect(body.data).toEqual(first.body.data);
    await deployment.settle();
    await pay('t2', 100, 'another');
    await deployment.settle();
    expect(await sumMetric(deployment, tenant, 'revenue')).toBe(101);
  });

  it.concurrent('with another mark is another record', async () => {
    const tenant = await deployment.tenant();
    const goal = { website_id: tenant.website, goal_name: 'signup', timestamp };
    for (const mark of ['one', 'One', 'two']) {
      await tenant.post('/pixel/goals', { ...goal, event_id: mark });
    }
    await tenant.post('/pixel/goals', goal);
    await tenant.post('/pixel/goals', goal);
    await deployment.settle();
    expect(await sumMetric(deployment, tenant, 'conversions')).toBe(5);
  });

  it.concurrent('records the first that is accepted: one that was refused leaves no trace', async () => {
    const tenant = await deployment.tenant();
    const goal = { website_id: tenant.website, goal_name: 'signup', timestamp, event_id: 'once' };
    expect((await tenant.post('/pixel/goals', { ...goal, goal_name: '' })).status).toBe(400);
    expect((await tenant.post('/pixel/goals', goal)).status).toBe(200);
    await deployment.settle();
    expect(await sumMetric(deployment, tenant, 'conversions')).toBe(1);
  });
});
