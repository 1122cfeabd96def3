/** Sessions, goals that were credited to them and sessions over midnight: the three must meet in one row. */
import { describe, expect, it } from 'vitest';
import { buildGoal } from '../../src/ingest/build-drafts.ts';
import { countries } from '../../src/reports/countries.ts';
import { headline } from '../../src/reports/headline.ts';
import { metricSeries } from '../../src/reports/metric-series.ts';
import { referrers } from '../../src/reports/referrers.ts';
import { arrivals, hit, sender, useStage, website_id } from './stage.ts';

const days = { from: '2024-03-04', to: '2024-03-06' };

describe.each(arrivals)('traffic by one fact, of records that arrive %s', (arrival) => {
  const ann = { visitor_id: 'ann', ip: 'DE' };
  const stage = useStage(
    [
      hit({ ...ann, session_id: 'a1', utm_source: 'news' }, '2024-03-04T10:00:00Z'),
      hit({ ...ann, session_id: 'a1' }, '2024-03-04T10:00:30Z'),
      // One visitor, another day, and she converts in the visit and after it.
      hit({ ...ann, session_id: 'a2', name: 'custom' }, '2024-03-05T10:00:00Z'),
      buildGoal(sender, {
        website_id,
        visitor_id: 'ann',
        goal_name: 'rated',
        timestamp: Date.parse('2024-03-05T12:00:00Z'),
      }),
      // Tagged with the very word that stands for no tag.
      hit({ visitor_id: 'bob', session_id: 'b1', ip: 'DE', utm_source: '(none)' }, '2024-03-05T11:00:00Z'),
      // Over midnight.
      hit({ visitor_id: 'bob', session_id: 'b2', ip: 'DE' }, '2024-03-05T23:59:50Z'),
      hit({ visitor_id: 'bob', session_id: 'b2', ip: 'DE' }, '2024-03-06T00:00:10Z'),
      hit({ visitor_id: 'cem', session_id: 'c1' }, '2024-03-06T09:00:00Z'),
    ],
    { forDashboard: true, arrival },
  );

  const german = {
    visitors: '2',
    sessions: '4',
    pageviews: '5',
    bounces: '1',
    bounce_rate: 25,
    avg_session_seconds: 12.5,
    conversions: '2',
    conversion_rate: 50,
    revenue: 0,
  };
  const bounce = {
    visitors: '1',
    sessions: '1',
    pageviews: '1',
    bounces: '1',
    bounce_rate: 100,
    avg_session_seconds: 0,
    conversions: '0',
    conversion_rate: 0,
    revenue: 0,
  };

  it('adds up days, and counts who came on two of them once', async () => {
    expect(await stage.rows(countries, days)).toEqual([
      { country: 'DE', ...german },
      { country: 'ZZ', ...bounce },
    ]);
  });

  it('puts the empty value beside the others, as one with its word', async () => {
    expect(await stage.rows(referrers, { ...days, mode: 'utm_source' })).toMatchObject([
      { value: '(none)', visitors: '3', sessions: '4', pageviews: '4', conversions: '2' },
      { value: 'news', visitors: '1', sessions: '1', pageviews: '2', conversions: '0' },
    ]);
  });

  it('counts visitors of each day, over midnight on both, and of a week once', async () => {
    const values = async (granularity: string) =>
      (await stage.rows(metricSeries, { ...days, metric: 'visitors', granularity })).map(
        ({ value }) => value,
      );
    expect(await values('day')).toEqual([1, 2, 2]);
    expect(await values('week')).toEqual([3]);
  });

  it('has no day outside of the range', async () => {
    expect(await stage.rows(headline, { from: '2024-03-06', to: '2024-03-06' })).toMatchObject([
      { visitors: '2', sessions: '1', pageviews: '2', bounces: '1' },
    ]);
  });

  it('takes apart days that the time zone of the reader cuts', async () => {
    // The sixth of March begins there at eleven in the evening of the fifth, in UTC.
    const paris = { from: '2024-03-06', to: '2024-03-06', tz: 'Europe/Paris' };
    expect(await stage.rows(headline, paris)).toMatchObject([
      { visitors: '2', sessions: '2', pageviews: '3', bounces: '1' },
    ]);
  });

  it('takes filters', async () => {
    expect(await stage.rows(countries, { ...days, country: 'DE' })).toEqual([{ country: 'DE', ...german }]);
    expect(await stage.rows(countries, { ...days, utm_source: 'news' })).toMatchObject([
      { country: 'DE', visitors: '1', sessions: '1', pageviews: '2' },
    ]);
  });
});
