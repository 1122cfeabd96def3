/** A range that ends at a time of its last day: today until now, and yesterday until then. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/demo/random.ts';
import { buildGoal, buildPayment } from '../../src/ingest/build-drafts.ts';
import { countries } from '../../src/reports/countries.ts';
import { goalConversions } from '../../src/reports/goal-conversions.ts';
import { headline } from '../../src/reports/headline.ts';
import { metricSeries } from '../../src/reports/metric-series.ts';
import { pages } from '../../src/reports/pages.ts';
import { arrivals, hit, sender, useStage, website_id } from './stage.ts';

const berlin = { from: '2024-03-05', to: '2024-03-05', tz: 'Europe/Berlin' };

describe.each(arrivals)('until a time of records that arrive %s', (arrival) => {
  const ann = { visitor_id: 'ann', session_id: 'a', ip: 'DE' };
  const goal = (visitor_id: string, ts: string) =>
    buildGoal(sender, { website_id, visitor_id, goal_name: 'signup', timestamp: Date.parse(ts) });
  const pay = (transaction_id: string, ts: string) =>
    buildPayment(sender, {
      website_id,
      visitor_id: 'ann',
      transaction_id,
      amount: 5,
      currency: 'EUR',
      timestamp: Date.parse(ts),
    });
  const stage = useStage(
    [
      hit({ ...ann, path: '/' }, '2024-03-05T10:00:00Z'),
      hit({ ...ann, path: '/b' }, '2024-03-05T10:04:59.999Z'),
      hit({ ...ann, path: '/b' }, '2024-03-05T10:05:00Z'),
      hit({ ...ann, path: '/c', name: 'custom' }, '2024-03-05T10:06:00Z'),
      goal('ann', '2024-03-05T10:04:00Z'),
      goal('ann', '2024-03-05T10:05:00Z'),
      pay('early', '2024-03-05T10:04:00Z'),
      pay('late', '2024-03-05T10:05:00Z'),
      // Comes after the end.
      hit({ visitor_id: 'bob', session_id: 'b', ip: 'US' }, '2024-03-05T10:14:00Z'),
      // The day before, and the day after.
      hit({ visitor_id: 'cem', session_id: 'c', ip: 'US' }, '2024-03-04T10:00:00Z'),
      hit({ visitor_id: 'dot', session_id: 'd', ip: 'US' }, '2024-03-06T10:00:00Z'),
    ],
    { forDashboard: true, arrival },
  );
  const until = { ...berlin, until: '11:05' };

  it('counts what happened before', async () => {
    expect(await stage.rows(headline, until)).toMatchObject([
      { visitors: '1', sessions: '1', pageviews: '2', conversions: '1', conversion_rate: 100, revenue: 5 },
    ]);
    expect(await stage.rows(headline, { ...until, until: '11:05:01' })).toMatchObject([
      { visitors: '1', sessions: '1', pageviews: '3', conversions: '2', revenue: 10 },
    ]);
    expect(await stage.rows(countries, until)).toMatchObject([{ country: 'DE', visitors: '1' }]);
    expect(await stage.rows(goalConversions, until)).toMatchObject([
      { goal_name: 'signup', conversions: '1', conversion_rate: 100 },
    ]);
    expect(await stage.rows(pages, until)).toMatchObject([
      { path: '/', views: '1', sessions: '1' },
      { path: '/b', views: '1', sessions: '1' },
    ]);
  });

  it('counts days before the last one whole', async () => {
    const days = { ...until, from: '2024-03-04' };
    expect(await stage.rows(headline, days)).toMatchObject([{ visitors: '2', pageviews: '3' }]);
    const daily = await stage.rows(metricSeries, { ...days, metric: 'pageviews' });
    expect(daily.map(({ value }) => value)).toEqual([1, 2]);
    const hourly = await stage.rows(metricSeries, { ...until, metric: 'visitors', granularity: 'hour' });
    expect(hourly).toHaveLength(24);
    expect(hourly.map(({ value }) => value).indexOf(1)).toBe(11);
  });

  it('takes filters', async () => {
    expect(await stage.rows(headline, { ...until, country: 'US' })).toMatchObject([{ visitors: '0' }]);
    expect(await stage.rows(headline, { ...until, page: '/b' })).toMatchObject([{ pageviews: '2' }]);
    // All that the sessions viewed which viewed that page.
    expect(await stage.rows(pages, { ...until, country: 'DE', page: '/b' })).toMatchObject([
      { path: '/', views: '1', sessions: '1' },
      { path: '/b', views: '1', sessions: '1' },
    ]);
  });

  it('is nothing at midnight, and all of the day but its last second at the end', async () => {
    expect(await stage.rows(headline, { ...until, until: '00:00' })).toMatchObject([{ visitors: '0' }]);
    const [whole] = await stage.rows(headline, berlin);
    expect(await stage.rows(headline, { ...until, until: '23:59:59' })).toEqual([whole]);
  });

  it.each(['24:00', '1:05', '11:60', 'now', '11:05:99'])('is no time: %s', async (time) => {
    await expect(stage.rows(headline, { ...until, until: time })).rejects.toMatchObject({
      code: 'invalid_until',
      status: 400,
    });
  });
});

describe('until a time when clocks are moved', () => {
  const at = (ts: string) => hit({ visitor_id: ts, session_id: ts }, ts);
  const stage = useStage(
    [
      at('2024-03-31T00:30:00Z'),
      at('2024-03-31T01:10:00Z'),
      at('2023-10-29T00:10:00Z'),
      at('2023-10-29T01:10:00Z'),
    ],
    { forDashboard: true },
  );
  const visitorsOn = async (day: string, until: string) =>
    (await stage.rows(headline, { from: day, to: day, tz: 'Europe/Berlin', until })).map(
      ({ visitors }) => visitors,
    );

  it('takes the moment at which they skip it, and the first time that they show it', async () => {
    // From 01:59:59 clocks go to 03:00:00, which is 01:00 in UTC.
    expect(await visitorsOn('2024-03-31', '02:30')).toEqual(['1']);
    expect(await visitorsOn('2024-03-31', '03:11')).toEqual(['2']);
    // 02:11 is there twice.
    expect(await visitorsOn('2023-10-29', '02:11')).toEqual(['1']);
    expect(await visitorsOn('2023-10-29', '03:00')).toEqual(['2']);
  });
});

describe('until any time', () => {
  const random = createRandom(5);
  const start = Date.parse('2024-03-05T10:00:00Z');
  // Visitors with several sessions in the same quarter of an hour.
  const records = Array.from({ length: 120 }, () => {
    const visitor = `v${random.whole(1, 6)}`;
    const session = `${visitor} s${random.whole(1, 4)}`;
    const name = random.chance(0.2) ? ('custom' as const) : ('pageview' as const);
    return { at: start + random.whole(0, 2 * 60 * 60_000), visitor, session, name };
  });
  const stage = useStage(
    records.map(({ at, visitor, session, name }) =>
      hit({ visitor_id: visitor, session_id: session, name }, new Date(at).toISOString()),
    ),
    { forDashboard: true },
  );

  it.each(Array.from({ length: 12 }, (_, index) => 7 * index + 3))(
    '%i minutes after ten',
    async (minutes) => {
      const end = start + minutes * 60_000;
      const before = records.filter(({ at }) => at < end);
      const until = new Date(end).toISOString().slice(11, 16);
      const [row] = await stage.rows(headline, { from: '2024-03-05', to: '2024-03-05', until });
      expect(row).toMatchObject({
        visitors: String(new Set(before.map(({ visitor }) => visitor)).size),
        sessions: String(new Set(before.map(({ session }) => session)).size),
        pageviews: String(before.filter(({ name }) => name === 'pageview').length),
        conversions: String(before.filter(({ name }) => name === 'custom').length),
      });
    },
  );
});
