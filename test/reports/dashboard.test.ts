/** What the dashboard may ask of reports beyond the API: days in a zone, more filters, reports of its own. */
import { describe, expect, it } from 'vitest';
import { buildGoal, buildPayment } from '../../src/ingest/build-drafts.ts';
import { goalMetadata } from '../../src/reports/goal-metadata.ts';
import { headline } from '../../src/reports/headline.ts';
import { hostnames } from '../../src/reports/hostnames.ts';
import { pages } from '../../src/reports/pages.ts';
import { entryPages, exitPages } from '../../src/reports/session-ends.ts';
import { arrivals, hit, sender, useStage, website_id } from './stage.ts';

const pay = (visitor_id: string, transaction_id: string, amount: number, ts: string) =>
  buildPayment(sender, {
    website_id,
    visitor_id,
    transaction_id,
    amount,
    currency: 'EUR',
    timestamp: Date.parse(ts),
  });

const convert = (visitor_id: string, plan: string, ts: string) =>
  buildGoal(sender, {
    website_id,
    visitor_id,
    goal_name: 'signup',
    properties: { plan },
    timestamp: Date.parse(ts),
  });

/** In Berlin, an hour ahead, `over` lies whole on the 5th; `early` on the 4th and `next` on the 6th. */
const records = [
  hit({ visitor_id: 'a', session_id: 'over', path: '/' }, '2024-03-04T23:30:00Z'),
  hit({ visitor_id: 'a', session_id: 'over', path: '/b' }, '2024-03-05T00:10:00Z'),
  hit(
    { visitor_id: 'b', session_id: 'early', path: '/c', referrer: 'https://www.google.com/' },
    '2024-03-04T22:00:00Z',
  ),
  hit({ visitor_id: 'c', session_id: 'next', path: '/b' }, '2024-03-05T23:30:00Z'),
  pay('b', 'first', 5, '2024-03-04T22:30:00Z'),
  pay('a', 'second', 8, '2024-03-05T10:00:00Z'),
  convert('b', 'free', '2024-03-04T22:40:00Z'),
  convert('a', 'pro', '2024-03-05T10:00:00Z'),
  convert('c', 'team', '2024-03-05T23:40:00Z'),
  // Of nobody who was seen.
  pay('d', 'third', 4, '2024-02-05T10:00:00Z'),
];

const berlin = { from: '2024-03-05', to: '2024-03-05', tz: 'Europe/Berlin' };
const both = { from: '2024-03-04', to: '2024-03-05' };

describe.each(arrivals)('the dashboard over records that arrive %s', (arrival) => {
  const stage = useStage(records, { forDashboard: true, arrival });
  const counts = async (report: typeof pages, query: Record<string, string>, column = 'sessions') =>
    Object.fromEntries((await stage.rows(report, query)).map((row) => [row.path, row[column]]));

  it('counts what lies in the days of a zone', async () => {
    expect(await stage.rows(headline, berlin)).toMatchObject([
      { visitors: '1', sessions: '1', pageviews: '2', bounces: '0', avg_session_seconds: 2400, revenue: 8 },
    ]);
    expect(await counts(pages, berlin, 'views')).toEqual({ '/': '1', '/b': '1' });
  });

  it('counts in UTC without one', async () => {
    const day = { from: '2024-03-05', to: '2024-03-05' };
    expect(await stage.rows(headline, day)).toMatchObject([
      { visitors: '2', sessions: '1', pageviews: '2', bounces: '1', revenue: 8 },
    ]);
  });

  it('adds up over the days of a zone as over those of UTC', async () => {
    const march = { from: '2024-03-01', to: '2024-03-31' };
    const [inUtc] = await stage.rows(headline, march);
    expect(await stage.rows(headline, { ...march, tz: 'Asia/Kathmandu' })).toEqual([inUtc]);
    expect(inUtc).toMatchObject({ visitors: '3', sessions: '3', pageviews: '4', revenue: 13 });
  });

  it('knows where sessions began and ended', async () => {
    expect(await counts(entryPages, both)).toEqual({ '/': '1', '/b': '1', '/c': '1' });
    expect(await counts(exitPages, both)).toEqual({ '/b': '2', '/c': '1' });
    expect(await stage.rows(exitPages, both)).toMatchObject([
      { path: '/b', sessions: '2', visitors: '2', bounces: '1', bounce_rate: 50, avg_session_seconds: 1200 },
      { path: '/c', sessions: '1', visitors: '1', bounces: '1', bounce_rate: 100, avg_session_seconds: 0 },
    ]);
  });

  it('knows how many of those who saw a page left there', async () => {
    expect(await counts(exitPages, both, 'exit_rate')).toEqual({ '/b': 100, '/c': 100 });
    const more = [
      { ...both, entry_page: '/' },
      { ...both, to: '2024-03-04' },
    ];
    for (const query of more)
      expect(await counts(exitPages, query, 'exit_rate')).toMatchObject({ '/b': 100 });
    expect(await counts(entryPages, berlin)).toEqual({ '/': '1' });
    expect(await counts(entryPages, { ...both, page: '/b' })).toEqual({ '/': '1', '/b': '1' });
  });

  it('shows the pages of whole sessions, so that views add up to the headline', async () => {
    const march = { from: '2024-03-01', to: '2024-03-31' };
    for (const [page, views] of [
      ['/', { '/': '1', '/b': '1' }],
      ['is_not:/', { '/b': '1', '/c': '1' }],
      ['/c,/b', { '/': '1', '/b': '2', '/c': '1' }],
      ['contains_not:/b', { '/c': '1' }],
    ] as const) {
      expect(await counts(pages, { ...march, page }, 'views')).toEqual(views);
      const [whole] = await stage.rows(headline, { ...march, page });
      const sum = Object.values(views).reduce((total, count) => total + Number(count), 0);
      expect(whole?.pageviews).toBe(String(sum));
    }
  });

  it('ends properties of a goal with the days, and narrows them', async () => {
    const goal = { goal_name: 'signup', ...berlin };
    const values = async (query: Record<string, string>) =>
      (await stage.rows(goalMetadata, { ...goal, ...query })).map(({ value, conversions }) => [
        value,
        conversions,
      ]);
    expect(await values({})).toEqual([['pro', '1']]);
    expect(await values({ from: '2024-03-04' })).toEqual([
      ['free', '1'],
      ['pro', '1'],
    ]);
    expect(await values({ from: '2024-03-04', referrer: 'google.com' })).toEqual([['free', '1']]);
    expect(await values({ to: '2024-03-06' })).toEqual([
      ['pro', '1'],
      ['team', '1'],
    ]);
  });

  it('counts a payment without a session as direct, also where that is filtered by', async () => {
    const february = { from: '2024-02-01', to: '2024-02-29' };
    const revenueOf = async (channel: string) =>
      (await stage.rows(headline, { ...february, channel })).map(({ revenue }) => revenue);
    expect(await revenueOf('Direct')).toEqual([4]);
    expect(await revenueOf('is_not:Direct')).toEqual([0]);
  });

  it('filters by channel, also reports that take no filters in the API', async () => {
    expect(await counts(entryPages, { ...both, channel: 'Direct' })).toEqual({ '/': '1', '/b': '1' });
    expect(await stage.rows(hostnames, { ...both, channel: 'Direct' })).toEqual([]);
    const fromSearch = { ...both, channel: 'contains:Search' };
    expect(await stage.rows(hostnames, fromSearch)).toMatchObject([
      { hostname: 'google.com', visitors: '1' },
    ]);
  });
});

describe.each(arrivals)('a referring domain of records that arrive %s', (arrival) => {
  const from = (host: string, index: number) =>
    hit(
      { visitor_id: `v${index}`, session_id: `s${index}`, referrer: `https://${host}/` },
      `2024-03-04T10:0${index}:00Z`,
    );
  const hosts = ['facebook.com', 'm.facebook.com', 'www.facebook.com', 'l.facebook.com', 'notfacebook.com'];
  const stage = useStage(hosts.map(from), { forDashboard: true, arrival });
  const visitorsOf = async (query: Record<string, string>) =>
    (await stage.rows(headline, { ...both, ...query })).map(({ visitors }) => visitors);

  it('is filtered by with all its hosts', async () => {
    const [row] = await stage.rows(hostnames, both);
    expect(row).toMatchObject({ hostname: 'facebook.com', visitors: '4' });
    expect(await visitorsOf({ hostname: 'facebook.com' })).toEqual(['4']);
    expect(await visitorsOf({ hostname: 'www.Facebook.com' })).toEqual(['4']);
    expect(await visitorsOf({ hostname: 'is_not:facebook.com' })).toEqual(['1']);
    expect(await visitorsOf({ hostname: '(direct)' })).toEqual(['0']);
  });

  it('is another thing than one host', async () => {
    expect(await visitorsOf({ referrer: 'facebook.com' })).toEqual(['2']);
    expect(await visitorsOf({ referrer: 'M.facebook.com' })).toEqual(['1']);
  });
});
