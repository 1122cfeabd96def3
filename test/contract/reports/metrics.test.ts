import { expect, it } from 'vitest';
import { systemClock } from '../../../src/contract/clock.ts';
import { createWebsite } from '../../../src/websites/create-website.ts';
import { describeOneServer } from '../../harness/deployments.ts';
import { addresses, bounced, createSender, tail, useRecords, userAgents } from './records.ts';

/** In the order of contract §4. */
const contractNames = [
  'live_visitors',
  'top_pages',
  'referrers',
  'campaigns',
  'hostnames',
  'locations',
  'devices',
  'technology',
  'languages',
  'traffic_sources',
  'funnel',
  'goal_conversions',
  'attributed_revenue',
  'retention_cohorts',
  'sessions',
  'visitor_profile',
  'visitor_timeline',
  'ai_traffic',
  'events_catalog',
  'tracking_health',
  'metric_series',
];

const dayMs = 24 * 60 * 60 * 1000;
const range = { from: '2024-03-01', to: '2024-03-31' };

describeOneServer('GET /pixel/metrics/{report}', (deployment) => {
  const tenant = useRecords(deployment, async (send, { workspaceId, ...rest }) => {
    await send.view('a', 's', '2024-03-04T10:00:00Z', {
      path: '/first',
      referrer: 'https://www.example.org/',
      utm_campaign: 'spring',
      ip: addresses.germany,
      user_agent: userAgents.chromeOnWindows,
    });
    const other = await createWebsite(deployment.control(), workspaceId, ['other.example'], systemClock);
    const sendToOther = createSender({ workspaceId, ...rest }, other.websiteId);
    // The same visitor and session on another website: one visitor, but two sessions.
    await sendToOther.view('a', 's', '2024-03-05T10:00:00Z', { path: '/second', ip: addresses.germany });
    await sendToOther.view('b', 't', Date.now() - dayMs, { path: '/yesterday' });
    await sendToOther.view('c', 'u', Date.now() - 40 * dayMs, { path: '/weeks-ago' });
  });
  const read = async (name: string, query: Record<string, string>) => {
    const { status, body } = await tenant().get(`/pixel/metrics/${name}`, query);
    expect(status).toBe(200);
    return body.data.data as Record<string, unknown>[];
  };
  const pageOf = (path: string) => ({
    path,
    views: '1',
    sessions: '1',
    bounces: '1',
    bounce_rate: 100,
    avg_time_seconds: 0,
  });

  it.each([
    ['top_pages', [pageOf('/first')]],
    ['referrers', [{ value: 'example.org', referrer: 'example.org', ...bounced(1) }]],
    ['campaigns', [{ utm_campaign: 'spring', utm_source: '(none)', utm_medium: '(none)', ...bounced(1) }]],
    ['hostnames', [{ hostname: 'example.org', ...bounced(1) }]],
    ['locations', [{ country: 'DE', ...bounced(1) }]],
    ['devices', [{ device: 'desktop', ...bounced(1) }]],
  ])('%s gives the rows of its REST twin for one website', async (name, rows) => {
    expect(await read(name, { ...range, website_id: tenant().website })).toEqual(rows);
  });

  it('covers all websites of the workspace without website_id', async () => {
    expect(await read('top_pages', range)).toEqual([pageOf('/first'), pageOf('/second')]);
    const two = tail({ visitors: '1', sessions: '2', pageviews: '2', bounces: '2', bounce_rate: 100 });
    expect(await read('locations', range)).toEqual([{ country: 'DE', ...two }]);
  });

  it('covers the last 30 days without dates, and takes either date alone', async () => {
    const pathsOf = async (query: Record<string, string>) =>
      (await read('top_pages', query)).map(({ path }) => path);
    expect(await pathsOf({})).toEqual(['/yesterday']);
    expect(await pathsOf({ from: '2024-03-05' })).toEqual(['/second', '/weeks-ago', '/yesterday']);
    expect(await pathsOf({ to: '2024-03-31' })).toEqual(['/first', '/second']);
    expect(await pathsOf({ to: '2024-04-02' })).toEqual(['/first', '/second']);
    expect(await pathsOf({ to: '2024-04-03' })).toEqual(['/second']);
  });

  it('takes a hyphen for the underscore', async () => {
    expect(await read('top-pages', range)).toEqual(await read('top_pages', range));
    expect(await read('live-visitors', {})).toHaveLength(1);
  });

  it('has live visitors', async () => {
    expect(await read('live_visitors', {})).toEqual([
      {
        live_visitors: '0',
        live_events: '0',
        visitors_sparkline: Array(60).fill(0),
        events_sparkline: Array(60).fill(0),
        window_seconds: 300,
        step_seconds: 5,
      },
    ]);
  });

  it('takes filters, modes and limits', async () => {
    expect(await read('top_pages', { ...range, page: '/second' })).toEqual([pageOf('/second')]);
    expect(await read('top_pages', { ...range, limit: '1' })).toEqual([pageOf('/first')]);
    expect(await read('referrers', { ...range, mode: 'utm_campaign', utm_campaign: 'spring' })).toEqual([
      { value: 'spring', utm_campaign: 'spring', ...bounced(1) },
    ]);
  });

  it('answers a report result object', async () => {
    const { body } = await tenant().get('/pixel/metrics/devices', range);
    expect(body).toMatchObject({
      status: 'success',
      data: {
        rows: 2,
        meta: expect.arrayContaining([{ name: 'device', type: expect.any(String) }]),
        statistics: { elapsed: expect.any(Number) },
        data_status: 'ok',
      },
      meta: { request_id: expect.any(String) },
    });
  });

  it.each(['nothing', 'TOP_PAGES', 'pages', 'headline', 'null', 'constructor', ''])(
    'does not know "%s"',
    async (name) => {
      const { status, body } = await tenant().get(`/pixel/metrics/${name}`, { website_id: 'ff_unknown' });
      expect(status).toBe(400);
      expect(body.error.code).toBe('invalid_pipe');
      expect(body.error.details.supported).toEqual(contractNames);
    },
  );

  it.each(contractNames)(
    'answers %s by both spellings, also where nothing was ever recorded',
    async (name) => {
      const other = await deployment.tenant();
      const query = { steps: 'page:/,goal:signup', visitor_id: 'a' };
      for (const spelling of [name, name.replaceAll('_', '-')]) {
        const { status, body } = await other.get(`/pixel/metrics/${spelling}`, query);
        expect({ status, body }).toMatchObject({ status: 200, body: { data: { data_status: 'ok' } } });
      }
    },
  );

  it('refuses what it cannot use', async () => {
    const foreign = await deployment.tenant();
    const cases: [query: Record<string, string | string[]>, status: number, code: string][] = [
      [{ website_id: foreign.website }, 403, 'forbidden'],
      [{ website_id: foreign.website, city: 'x' }, 403, 'forbidden'],
      [{ city: 'Berlin', from: 'x' }, 400, 'unsupported_filter'],
      [{ from: '2024-02-30' }, 400, 'invalid_from'],
      [{ to: 'x' }, 400, 'invalid_to'],
      [{ from: '2024-03-02', to: '2024-03-01' }, 400, 'invalid_to'],
      [{ limit: '0' }, 400, 'invalid_limit'],
      [{ country: Array(21).fill('x') }, 400, 'invalid_filter'],
    ];
    for (const [query, status, code] of cases) {
      const answer = await tenant().get('/pixel/metrics/top_pages', query);
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    }
  });
});
