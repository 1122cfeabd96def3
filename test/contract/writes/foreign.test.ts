/** A record sent to a website that is not the sender's is accepted and seen by nobody. */
import { expect, it } from 'vitest';
import { describeDeployments } from '../../harness/deployments.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { datedReports, seriesReports, specEndpoints } from '../spec-table.ts';

const today = () => new Date().toISOString().slice(0, 10);
const visitor_id = 'visitor-of-nobody';

async function writeEverything(tenant: Tenant, website_id: string): Promise<void> {
  const bodies = {
    events: {
      path: '/secret',
      referrer: 'https://news.example/',
      utm_campaign: 'secret',
      utm_source: 'secret',
    },
    goals: { goal_name: 'secret', properties: { plan: 'secret' } },
    payments: { transaction_id: 't1', amount: 123 },
    identify: { external_id: 'secret' },
  };
  for (const [name, body] of Object.entries(bodies)) {
    const answer = await tenant.post(`/pixel/${name}`, { website_id, visitor_id, ...body });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ accepted: true, visitor_id });
  }
  const custom = { website_id, visitor_id, name: 'custom', properties: { goal_name: 'secret' } };
  expect((await tenant.post('/pixel/events', custom)).status).toBe(200);
}

async function expectNothing(tenant: Tenant): Promise<void> {
  const dates = { from_date: today(), to_date: today() };
  for (const path of datedReports)
    expect({ path, rows: await tenant.rows(path, dates) }).toEqual({ path, rows: [] });
  for (const path of seriesReports) {
    for (const metric of ['visitors', 'sessions', 'pageviews', 'conversions', 'revenue']) {
      const rows = await tenant.rows(path, { metric, lookback_days: 2 });
      expect(rows.map(({ value }) => value)).toEqual([0, 0]);
    }
  }
  expect(await tenant.rows('/pixel/analytics/realtime')).toMatchObject([
    { live_visitors: '0', live_events: '0' },
  ]);
  expect(await tenant.rows('/pixel/analytics/realtime/map')).toEqual([]);
  expect(await tenant.rows('/pixel/analytics/overview')).toMatchObject([
    { events_last_5m: '0', last_event_at: null, status: 'never' },
  ]);
  expect(await tenant.rows(`/pixel/visitors/${visitor_id}`)).toEqual([]);
  expect(await tenant.rows('/pixel/goals/secret/metadata')).toEqual([]);
}

/** Without website_id these cover the whole workspace, so a foreign or mistyped id could hide in them. */
async function expectNothingInMetrics(tenant: Tenant): Promise<void> {
  const names = ['top_pages', 'referrers', 'campaigns', 'hostnames', 'locations', 'devices'];
  for (const name of names) {
    const { status, body } = await tenant.get(`/pixel/metrics/${name}`);
    expect({ name, status, rows: body.data?.data }).toEqual({ name, status: 200, rows: [] });
  }
}

describeDeployments('record for a website of another workspace', (deployment) => {
  it.concurrent('is accepted and in no report of either workspace', async () => {
    const sender = await deployment.tenant();
    const owner = await deployment.tenant();
    await writeEverything(sender, owner.website);
    await deployment.settle();
    for (const tenant of [sender, owner]) {
      await expectNothing(tenant);
      await expectNothingInMetrics(tenant);
    }
  });

  it.concurrent("does not mix with the owner's own", async () => {
    const sender = await deployment.tenant();
    const owner = await deployment.tenant();
    const ts = '2026-01-05T12:00:00Z';
    await owner.post('/pixel/events', { website_id: owner.website, visitor_id, path: '/own', ts });
    await owner.post('/pixel/goals', { website_id: owner.website, visitor_id, goal_name: 'own' });
    await writeEverything(sender, owner.website);
    await deployment.settle();
    const dates = { from_date: '2026-01-01', to_date: today() };
    expect(await owner.rows('/pixel/analytics/pages', dates)).toMatchObject([{ path: '/own', views: '1' }]);
    expect(await owner.rows(`/pixel/visitors/${visitor_id}`)).toMatchObject([{ goal_name: 'own' }]);
    const revenue = { metric: 'revenue', lookback_days: 1 };
    expect(await owner.rows('/pixel/analytics/timeseries', revenue)).toMatchObject([{ value: 0 }]);
  });

  it.concurrent('is accepted and in no report when the id is nobody’s', async () => {
    const sender = await deployment.tenant();
    const mistyped = [
      'ff_mistyped',
      `${sender.website}x`,
      sender.website.toUpperCase(),
      // The public id is meant, so the UUID of one's own website is mistyped too.
      sender.websiteUuid,
      '00000000-0000-4000-8000-000000000000',
    ];
    for (const website_id of mistyped) await writeEverything(sender, website_id);
    await deployment.settle();
    await expectNothing(sender);
    await expectNothingInMetrics(sender);
  });
});

describeDeployments('external id', (deployment) => {
  it.concurrent('comes back from no endpoint', async () => {
    const tenant = await deployment.tenant();
    const external_id = `customer-${crypto.randomUUID()}`;
    const identity = { website_id: tenant.website, visitor_id: 'v1', external_id };
    const written = [
      await tenant.post('/pixel/identify', { ...identity, traits: { plan: 'pro' } }),
      await tenant.post('/pixel/identify', { ...identity, website_id: '' }),
      await tenant.post('/pixel/identify', { ...identity, external_id: external_id.repeat(20) }),
      await tenant.post('/pixel/identify', `{"external_id":"${external_id}"`),
    ];
    expect(written.map(({ status }) => status)).toEqual([200, 400, 400, 400]);
    await tenant.post('/pixel/goals', { website_id: tenant.website, visitor_id: 'v1', goal_name: 'any' });
    await deployment.settle();
    const dates = { from_date: today(), to_date: today() };
    const read = specEndpoints
      .filter(({ method }) => method === 'GET')
      .map(({ path, template }) =>
        tenant.get(template.replace('{visitor_id}', 'v1') === template ? path : '/pixel/visitors/v1', {
          website_id: tenant.website,
          ...dates,
        }),
      );
    const found = [...written, ...(await Promise.all(read))];
    expect(found.length).toBeGreaterThan(25);
    for (const { body, headers } of found) {
      expect(JSON.stringify([body, [...headers]])).not.toContain(external_id);
    }
  });
});
