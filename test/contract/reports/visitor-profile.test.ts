import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import {
  addresses,
  addWebsite,
  createSender,
  inMarch,
  rowsOfAll,
  useRecords,
  userAgents,
} from './records.ts';

const path = '/pixel/metrics/visitor_profile';
const today = new Date().toISOString().slice(0, 10);

const unknown = {
  country: 'ZZ',
  device: 'unknown',
  browser: 'unknown',
  os: 'unknown',
  language: 'unknown',
  first_source: '(direct)',
  last_source: '(direct)',
};

describeOneServer('visitor_profile', (deployment) => {
  const tenant = useRecords(deployment, async (send, own) => {
    // erin: a phone with two visits, a laptop that pays; identified only afterwards.
    await send.view('phone', 'p1', '2024-03-04T10:00:00Z', {
      utm_source: 'newsletter',
      ip: addresses.germany,
    });
    await send.view('phone', 'p1', '2024-03-04T10:01:00Z');
    await send.custom('phone', 'p1', '2024-03-04T10:02:00Z');
    await send.view('phone', 'p2', '2024-03-06T10:00:00Z', {
      referrer: 'https://example.org/',
      ip: addresses.unitedStates,
      user_agent: userAgents.safariOnIphone,
      language: 'en-US',
    });
    await send.goal('laptop', '2024-03-07T10:00:00Z');
    await send.payment('laptop', '2024-03-08T10:00:00Z', 49.5);
    await send.payment('laptop', '2024-03-09T10:00:00Z', -9.25);
    await send.identify('phone', 'erin', { plan: 'free' });
    await send.identify('laptop', 'erin', { plan: 'pro', seats: 3 });
    // frank was taken for erin once; then there is somebody whom nobody knows.
    await send.identify('frank', 'erin', { plan: 'none' });
    await send.identify('frank', 'frank', { plan: 'team' });
    await send.view('frank', 'f', '2024-03-05T10:00:00Z');
    await send.view('stranger', 's', '2024-02-29T23:59:59Z', { ip: addresses.germany });
    await send.view('stranger', 's', '2024-03-01T00:00:01Z');
    await send.payment('webhook', '2024-03-01T00:00:00Z', 5);
    const sendToOther = await addWebsite(deployment, own);
    await sendToOther.view('laptop', 'p1', '2024-03-10T10:00:00Z', { utm_source: 'ads' });
    await sendToOther.view('phone', 'x', '2024-03-11T10:00:00Z', { utm_source: 'ads' });
    const foreign = await deployment.tenant();
    const sendAbroad = createSender(foreign);
    await sendAbroad.identify('phone', 'erin', { plan: 'foreign' });
    await sendAbroad.view('phone', 'p1', '2024-03-12T10:00:00Z');
  });
  const rowsOf = (visitor_id: string, query = {}) =>
    tenant().rows(path, { ...inMarch, visitor_id, ...query });
  const erin = {
    identified: true,
    first_seen: '2024-03-04T10:00:00.000Z',
    last_seen: '2024-03-09T10:00:00.000Z',
    sessions: '2',
    pageviews: '3',
    conversions: '2',
    revenue: 40.25,
    country: 'US',
    device: 'mobile',
    browser: 'Safari',
    os: 'iOS',
    language: 'en-US',
    first_source: 'newsletter',
    last_source: 'example.org',
    traits: { plan: 'pro', seats: 3 },
  };

  it('is that of the person, whichever of its visitors is asked for', async () => {
    expect(await rowsOf('phone')).toEqual([{ visitor_id: 'phone', ...erin }]);
    expect(await rowsOf('laptop')).toEqual([{ visitor_id: 'laptop', ...erin }]);
  });

  it('is of one visitor where nobody else was identified as the same', async () => {
    expect(await rowsOf('frank')).toEqual([
      {
        visitor_id: 'frank',
        ...unknown,
        identified: true,
        first_seen: '2024-03-05T10:00:00.000Z',
        last_seen: '2024-03-05T10:00:00.000Z',
        sessions: '1',
        pageviews: '1',
        conversions: '0',
        revenue: 0,
        traits: { plan: 'team' },
      },
    ]);
  });

  it('counts a session where it began, and takes its facts from there', async () => {
    expect(await rowsOf('stranger')).toMatchObject([
      { identified: false, sessions: '0', pageviews: '1', country: 'DE', traits: {} },
    ]);
  });

  it('does without a session', async () => {
    expect(await rowsOf('webhook')).toEqual([
      {
        visitor_id: 'webhook',
        ...unknown,
        identified: false,
        first_seen: '2024-03-01T00:00:00.000Z',
        last_seen: '2024-03-01T00:00:00.000Z',
        sessions: '0',
        pageviews: '0',
        conversions: '0',
        revenue: 5,
        traits: {},
      },
    ]);
  });

  it('knows who paid in another currency than the one that is chosen', async () => {
    const [{ currency }] = (await tenant().rows('/pixel/metrics/visitor_timeline', {
      ...inMarch,
      visitor_id: 'webhook',
    })) as [{ currency: string }];
    const other = currency === 'USD' ? 'EUR' : 'USD';
    expect(await rowsOf('webhook', { currency })).toMatchObject([{ revenue: 5 }]);
    expect(await rowsOf('webhook', { currency: other })).toMatchObject([
      { first_seen: '2024-03-01T00:00:00.000Z', last_seen: '2024-03-01T00:00:00.000Z', revenue: 0 },
    ]);
  });

  it('covers the person of each website of the workspace', async () => {
    // On the other website laptop is laptop alone: phone's visit there is not its own.
    expect(await rowsOfAll(tenant(), 'visitor-profile', { ...inMarch, visitor_id: 'laptop' })).toMatchObject([
      { sessions: '3', pageviews: '4', last_seen: '2024-03-10T10:00:00.000Z', last_source: 'ads' },
    ]);
    expect(await rowsOfAll(tenant(), 'visitor-profile', { ...inMarch, visitor_id: 'phone' })).toMatchObject([
      { sessions: '3', pageviews: '4', last_seen: '2024-03-11T10:00:00.000Z', last_source: 'ads' },
    ]);
  });

  it('counts being identified as being seen', async () => {
    const [row] = await rowsOf('phone', { from: today, to: today });
    expect(row).toMatchObject({ ...unknown, sessions: '0', pageviews: '0', traits: erin.traits });
    expect(String(row?.last_seen).slice(0, 10)).toBe(today);
  });

  it('has no row without a record in the range', async () => {
    expect(await rowsOf('unheard-of')).toEqual([]);
    expect(await rowsOf('phone', { from: '2023-01-01', to: '2023-01-31' })).toEqual([]);
    expect(await rowsOf("' OR 1=1 --")).toEqual([]);
  });

  it.each([
    [{}, 'visitor_id_required'],
    [{ visitor_id: '' }, 'invalid_visitor'],
    [{ visitor_id: ' \t' }, 'invalid_visitor'],
    [{ visitor_id: ['phone', 'laptop'] }, 'invalid_visitor'],
  ])('refuses %j', async (query, code) => {
    for (const name of ['visitor_profile', 'visitor_timeline']) {
      const { status, body } = await tenant().get(`/pixel/metrics/${name}`, query as Record<string, string>);
      expect([status, body.error.code]).toEqual([400, code]);
    }
  });
});
