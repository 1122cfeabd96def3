/** What the script sends, as the reports show it. */
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/contract/clock.ts';
import { createWebsite } from '../../../src/websites/create-website.ts';
import { describeOneServer } from '../../harness/deployments.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { addresses, bounced, tail, userAgents } from '../reports/records.ts';
import { aroundToday, createScript, type Hit, type Script } from './script.ts';

describeOneServer('hits of the script', (deployment) => {
  const domain = 'shop.example';
  const begin = async (): Promise<{ tenant: Tenant; send: Script }> => {
    const tenant = await deployment.tenant({ domains: [domain] });
    return { tenant, send: createScript(deployment.urls, tenant.website, { domain }) };
  };
  const accept = async (send: Script, ...hits: Hit[]) => {
    for (const hit of hits) expect(await send(hit)).toMatchObject({ status: 202, dropped: null });
    await deployment.settle();
  };
  const pages = (tenant: Tenant) => tenant.rows('/pixel/analytics/pages', aroundToday());

  it.concurrent('count pages by path, on the domain and its subdomains', async () => {
    const { tenant, send } = await begin();
    await accept(
      send,
      { u: `https://${domain}/a?q=1#part` },
      { u: `https://www.${domain}/a` },
      { u: `https://blog.deep.${domain}/b`, s: 's2' },
    );
    expect(await pages(tenant)).toMatchObject([
      { path: '/a', views: '2', sessions: '1', bounces: '0' },
      { path: '/b', views: '1', sessions: '1', bounces: '1' },
    ]);
  });

  it.concurrent('carry browser, system, device and language, and no country without a known address', async () => {
    const { tenant, send } = await begin();
    const headers = {
      'user-agent': userAgents.safariOnIphone,
      'accept-language': 'de-DE,de;q=0.9',
      'x-forwarded-for': addresses.germany,
      'cf-ipcountry': 'DE',
    };
    expect(await send({}, headers)).toMatchObject({ status: 202, dropped: null });
    await deployment.settle();
    const report = (name: string) => tenant.rows(`/pixel/analytics/${name}`, aroundToday());
    expect(await report('browsers')).toEqual([{ browser: 'Safari', ...bounced(1) }]);
    expect(await report('operating-systems')).toEqual([{ os: 'iOS', ...bounced(1) }]);
    expect(await report('devices')).toEqual([{ device: 'mobile', ...bounced(1) }]);
    // Nobody is trusted to name an address or a country, so it is that of the loopback.
    expect(await report('countries')).toEqual([{ country: 'ZZ', ...bounced(1) }]);
  });

  it.concurrent('tell the channel by tags, click ids and referrer; own domains and payment gateways are no source', async () => {
    const { tenant, send } = await begin();
    const page = `https://${domain}/`;
    const visits: [string, Hit][] = [
      ['Organic Search', { r: 'https://www.google.com/' }],
      ['Paid Search', { r: 'https://www.google.com/', u: `${page}?gclid=x` }],
      ['Email', { u: `${page}?utm_source=news&utm_medium=email&utm_campaign=spring` }],
      ['AI', { r: 'https://chatgpt.com/' }],
      ['Referral', { r: 'https://friend.example.org/post' }],
      ['Direct', {}],
      ['Direct', { r: `https://www.${domain}/other` }],
      ['Direct', { r: 'https://checkout.stripe.com/c/pay' }],
    ];
    await accept(send, ...visits.map(([, hit], n) => ({ ...hit, v: `v${n}`, s: `s${n}` })));
    const channels = await tenant.rows('/pixel/analytics/referrers', { ...aroundToday(), mode: 'channel' });
    expect(channels).toEqual([
      { value: 'Direct', channel: 'Direct', ...bounced(3) },
      ...['AI', 'Email', 'Organic Search', 'Paid Search', 'Referral'].map((channel) => ({
        value: channel,
        channel,
        ...bounced(1),
      })),
    ]);
    const campaigns = await tenant.rows('/pixel/analytics/campaigns', aroundToday());
    expect(campaigns).toContainEqual({
      utm_campaign: 'spring',
      utm_source: 'news',
      utm_medium: 'email',
      ...bounced(1),
    });
  });

  it.concurrent('measure the visible time of each view, in as many parts as it was seen', async () => {
    const { tenant, send } = await begin();
    await accept(
      send,
      { u: `https://${domain}/a`, i: 1_000 },
      { t: 'leave', u: `https://${domain}/a`, i: 1_000, d: 4_000 },
      { t: 'leave', u: `https://${domain}/a`, i: 1_000, d: 2_500.4 },
      { u: `https://${domain}/a`, i: 2_000 },
      // By the address where the next view began: the view that it belongs to counts, not the path.
      { t: 'leave', u: `https://${domain}/b`, i: 2_000, d: 1_500 },
    );
    // The mean of 6.5 and 1.5 seconds.
    expect(await pages(tenant)).toEqual([
      { path: '/a', views: '2', sessions: '1', bounces: '0', bounce_rate: 0, avg_time_seconds: 4 },
    ]);
  });

  it.concurrent('make no traffic and no activity of a leave alone', async () => {
    const { tenant, send } = await begin();
    await accept(send, { t: 'leave', i: 1_000, d: 4_000 });
    expect(await pages(tenant)).toEqual([]);
    expect(await tenant.rows('/pixel/analytics/devices', aroundToday())).toEqual([]);
    expect(await tenant.rows('/pixel/analytics/overview')).toMatchObject([{ events_last_5m: '0' }]);
  });

  it.concurrent('leave a bounce a bounce', async () => {
    const { tenant, send } = await begin();
    await accept(send, { i: 1_000 }, { t: 'leave', i: 1_000, d: 3_000 });
    expect(await pages(tenant)).toEqual([
      { path: '/start', views: '1', sessions: '1', bounces: '1', bounce_rate: 100, avg_time_seconds: 3 },
    ]);
  });

  it.concurrent('record custom events and goals as conversions, with names and properties', async () => {
    const { tenant, send } = await begin();
    await accept(
      send,
      {},
      { t: 'track', n: 'download', p: { url: 'https://shop.example/a.pdf' } },
      { t: 'custom', p: { goal_name: 'named inside' } },
      { t: 'custom', n: ' ' },
      { t: 'goal', n: 'signup', p: { plan: 'pro', seats: 3 } },
      { t: 'goal', n: '\t ' },
    );
    const history = await tenant.rows('/pixel/visitors/v1');
    expect(history.map(({ goal_name }) => goal_name).sort()).toEqual([
      'custom_event',
      'download',
      'goal',
      'named inside',
      'signup',
    ]);
    expect(history.find(({ goal_name }) => goal_name === 'signup')?.session_id).toBe('s1');
    expect(await tenant.rows('/pixel/goals/signup/metadata')).toEqual([
      { property: 'plan', value: 'pro', visitors: '1', conversions: '1', revenue_sum: 0 },
    ]);
    const [device] = await tenant.rows('/pixel/analytics/devices', aroundToday());
    expect(device).toEqual({
      device: 'desktop',
      ...tail({ visitors: '1', sessions: '1', pageviews: '1', conversions: '5', conversion_rate: 100 }),
      avg_session_seconds: expect.any(Number),
    });
  });

  it.concurrent('record what the script captures as events, which are neither traffic nor conversions', async () => {
    const { tenant, send } = await begin();
    const [url, away] = ['https://shop.example/a.pdf', 'https://elsewhere.example/'];
    await accept(
      send,
      {},
      { t: 'download', p: { url } },
      { t: 'form', p: { id: 'contact' } },
      // As a script that a browser still keeps calls it.
      { t: 'custom', n: 'outbound', p: { url: away } },
      { t: 'outbound', p: { url: away }, v: 'v2', s: 's2' },
    );
    expect(await tenant.rows('/pixel/analytics/devices', aroundToday())).toEqual([
      { device: 'desktop', ...bounced(1), avg_session_seconds: expect.any(Number) },
    ]);
    expect(await tenant.rows('/pixel/metrics/goal_conversions')).toEqual([]);
    expect(await tenant.rows('/pixel/visitors/v1')).toEqual([]);
    expect(await tenant.rows('/pixel/metrics/events_catalog')).toMatchObject([
      { name: 'outbound', type: 'automatic', events: '2', visitors: '2', properties: ['url'] },
      { name: 'download', type: 'automatic', events: '1', properties: ['url'] },
      { name: 'form', type: 'automatic', events: '1', properties: ['id'] },
      { name: 'pageview', type: 'pageview', events: '1' },
    ]);
    const timeline = await tenant.rows('/pixel/metrics/visitor_timeline', { visitor_id: 'v1' });
    expect(timeline.map(({ type, name, path, details }) => [type, name, path, details])).toEqual(
      expect.arrayContaining([
        ['pageview', null, '/start', {}],
        ['automatic', 'download', '/start', { url }],
        ['automatic', 'form', '/start', { id: 'contact' }],
        ['automatic', 'outbound', '/start', { url: away }],
      ]),
    );
    expect(await tenant.rows('/pixel/analytics/overview')).toMatchObject([{ events_last_5m: '5' }]);
  });

  it.concurrent('identify a visitor, which is a record and no traffic', async () => {
    const { tenant, send } = await begin();
    await accept(send, { t: 'identify', x: 'customer-42', p: { plan: 'pro' } });
    expect(await pages(tenant)).toEqual([]);
    expect(await tenant.rows('/pixel/analytics/overview')).toMatchObject([{ events_last_5m: '1' }]);
    expect(await send({ t: 'identify' })).toMatchObject({ status: 202, dropped: 'invalid' });
  });

  it.concurrent('keep two websites of a workspace apart, and show another workspace neither', async () => {
    const { tenant, send } = await begin();
    const stranger = await deployment.tenant({ domains: [domain] });
    const { websiteId } = await createWebsite(
      deployment.control(),
      tenant.workspaceId,
      [domain],
      systemClock,
    );
    await accept(send, { u: `https://${domain}/one` });
    await accept(createScript(deployment.urls, websiteId, { domain }), { u: `https://${domain}/two` });
    expect(await pages(tenant)).toMatchObject([{ path: '/one', views: '1' }]);
    const ofSecond = { website_id: websiteId, ...aroundToday() };
    expect(await tenant.rows('/pixel/analytics/pages', ofSecond)).toMatchObject([{ path: '/two' }]);
    expect((await stranger.get('/pixel/analytics/pages', ofSecond)).status).toBe(403);
    expect((await stranger.get('/pixel/metrics/top_pages')).body.data.data).toEqual([]);
  });

  it.concurrent('join the visitor with records that a server sends for it', async () => {
    const { tenant, send } = await begin();
    await accept(send, {});
    await tenant.post('/pixel/payments', {
      website_id: tenant.website,
      transaction_id: 'one',
      amount: 89.5,
      visitor_id: 'v1',
    });
    await deployment.settle();
    expect(await tenant.rows('/pixel/analytics/devices', aroundToday())).toEqual([
      { device: 'desktop', ...bounced(1), revenue: 89.5 },
    ]);
  });

  it.concurrent('count a website from its first second', async () => {
    const send = createScript(deployment.urls, 'ff_notYetThere');
    expect((await send()).dropped).toBe('unknown_website');
    const { send: sendToNew } = await begin();
    expect((await sendToNew()).dropped).toBeNull();
  });
});
