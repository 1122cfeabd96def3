/** A rate is of the visitors of its row or bucket: whoever reached a goal elsewhere is none of them. */
import { describe, expect, it } from 'vitest';
import { buildGoal } from '../../src/ingest/build-drafts.ts';
import { countries } from '../../src/reports/countries.ts';
import { goalConversions } from '../../src/reports/goal-conversions.ts';
import { headline } from '../../src/reports/headline.ts';
import { hostnames } from '../../src/reports/hostnames.ts';
import { metricSeries } from '../../src/reports/metric-series.ts';
import { technology } from '../../src/reports/technology.ts';
import { arrivals, hit, sender, useStage, view, website_id } from './stage.ts';

const goal = (visitor_id: string, goal_name: string, ts: string) =>
  buildGoal(sender, { website_id, visitor_id, goal_name, timestamp: Date.parse(ts) });

const days = { from: '2024-03-04', to: '2024-03-06' };

describe.each(arrivals)('conversion rates of records that arrive %s', (arrival) => {
  const stage = useStage(
    [
      // Seen from Germany on the 4th, from France on the 5th, and her goal is credited to the second visit.
      view('ann', 'a1', 'DE', '2024-03-04T10:00:00Z'),
      view('ann', 'a2', 'FR', '2024-03-05T10:00:00Z'),
      goal('ann', 'paid', '2024-03-05T11:00:00Z'),
      // The goal comes a day after the only visit.
      view('bob', 'b1', 'DE', '2024-03-04T12:00:00Z'),
      goal('bob', 'paid', '2024-03-06T12:00:00Z'),
      // An event of the visit itself, and who came by a link.
      hit(
        { visitor_id: 'cem', session_id: 'c1', ip: 'DE', name: 'custom', referrer: 'https://a.example.org/' },
        '2024-03-06T09:00:00Z',
      ),
      // Seen before the range alone.
      view('dot', 'd1', 'US', '2024-03-01T09:00:00Z'),
      goal('dot', 'paid', '2024-03-05T09:00:00Z'),
      // Never seen at all: billing told of them.
      ...['x', 'y', 'z'].map((visitor) => goal(visitor, 'paid', '2024-03-04T09:00:00Z')),
    ],
    { arrival, forDashboard: true },
  );
  const rates = async (report: typeof countries, column: string, query = {}) =>
    Object.fromEntries(
      (await stage.rows(report, { ...days, ...query })).map((row) => [row[column], row.conversion_rate]),
    );

  it('are of the visitors of the range', async () => {
    // Ann, Bob and Cem came and converted; Dot and three more converted, and did not come.
    expect(await stage.rows(headline, days)).toMatchObject([
      { visitors: '3', conversions: '7', conversion_rate: 100 },
    ]);
    expect(await stage.rows(headline, { from: '2024-03-05', to: '2024-03-05' })).toMatchObject([
      { visitors: '1', conversions: '2', conversion_rate: 100 },
    ]);
  });

  it('are of the visitors of the row', async () => {
    // Ann was among the visitors of DE, and what she reached belongs to FR; Dot was none of the visitors from US.
    expect(await rates(countries, 'country')).toEqual({ DE: 66.67, FR: 100, US: 0, ZZ: 0 });
    expect(await rates(countries, 'country', { country: 'DE' })).toEqual({ DE: 66.67 });
    expect(await rates(hostnames, 'hostname')).toEqual({ 'example.org': 100 });
    expect(await stage.rows(technology, days)).toMatchObject([{ visitors: '3', conversion_rate: 100 }]);
  });

  it('are of the visitors of the bucket', async () => {
    const series = async (granularity: string) =>
      (await stage.rows(metricSeries, { ...days, granularity, metric: 'conversion_rate' })).map(
        ({ value }) => value,
      );
    // On the 4th two came and three others converted; on the 6th Cem came, and Bob converted without.
    expect(await series('day')).toEqual([0, 100, 100]);
    expect(await series('week')).toEqual([100]);
  });

  it('of a goal are of the visitors of the range', async () => {
    expect(await stage.rows(goalConversions, days)).toEqual([
      { goal_name: 'paid', conversions: '6', visitors: '6', conversion_rate: 66.67 },
      { goal_name: 'custom_event', conversions: '1', visitors: '1', conversion_rate: 33.33 },
    ]);
    expect(await stage.rows(goalConversions, { ...days, country: 'FR' })).toEqual([
      { goal_name: 'paid', conversions: '1', visitors: '1', conversion_rate: 100 },
    ]);
    expect(await stage.rows(goalConversions, { ...days, country: 'US' })).toEqual([
      { goal_name: 'paid', conversions: '1', visitors: '1', conversion_rate: 0 },
    ]);
  });
});
