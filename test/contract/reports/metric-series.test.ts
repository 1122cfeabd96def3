import { expect, it } from 'vitest';
import { metrics } from '../../../src/reports/rows/series.ts';
import { describeOneServer } from '../../harness/deployments.ts';
import { addresses, addWebsite, rowsOfAll, useRecords } from './records.ts';

const path = '/pixel/metrics/metric_series';
const twoDays = { from: '2024-03-04', to: '2024-03-05' };

describeOneServer('metric_series', (deployment) => {
  const tenant = useRecords(deployment, async (send, own) => {
    // de: two pageviews in 40 seconds, a custom event, a goal, two payments. us: a bounce and a refund. none: a goal.
    await send.view('de', 'de', '2024-03-04T10:00:00Z', { ip: addresses.germany, path: '/a' });
    await send.view('de', 'de', '2024-03-04T10:00:30Z');
    await send.custom('de', 'de', '2024-03-04T10:00:40Z');
    await send.goal('de', '2024-03-05T10:00:00Z');
    await send.payment('de', '2024-03-05T11:00:00Z', 20);
    await send.payment('de', '2024-03-05T12:00:00Z', 7.5);
    await send.view('us', 'us', '2024-03-04T23:30:00Z', { ip: addresses.unitedStates });
    await send.payment('us', '2024-03-05T12:00:00Z', -3);
    await send.goal('none', '2024-03-05T12:00:00Z');
    const sendToOther = await addWebsite(deployment, own);
    await sendToOther.view('us', 'us', '2024-03-05T10:00:00Z');
  });
  const valuesOf = async (query: Record<string, string>) =>
    (await tenant().rows(path, { ...twoDays, ...query })).map(({ value }) => value);

  it('has the row of the time series, and the metric', async () => {
    const zeros = { revenue_new: 0, revenue_renewal: 0, revenue_refund: 0 };
    expect(await tenant().rows(path, twoDays)).toEqual([
      { metric: 'visitors', ts: '2024-03-04T00:00:00.000Z', value: 2, ...zeros },
      { metric: 'visitors', ts: '2024-03-05T00:00:00.000Z', value: 0, ...zeros },
    ]);
    expect(await tenant().rows(path, { ...twoDays, metric: 'revenue', from: '2024-03-05' })).toEqual([
      {
        metric: 'revenue',
        ts: '2024-03-05T00:00:00.000Z',
        value: 24.5,
        revenue_new: 20,
        revenue_renewal: 7.5,
        revenue_refund: -3,
      },
    ]);
  });

  it.each(metrics)('agrees with the time series on %s', async (metric) => {
    const series = await tenant().rows('/pixel/analytics/timeseries', {
      metric,
      from_date: twoDays.from,
      to_date: twoDays.to,
    });
    const rows = await tenant().rows(path, { ...twoDays, metric });
    expect(rows).toEqual(series.map((row) => ({ metric, ...row })));
  });

  it.each([
    ['visitors', 'DE', [1, 0]],
    ['sessions', 'DE', [1, 0]],
    ['pageviews', 'DE', [2, 0]],
    ['conversions', 'DE', [1, 1]],
    ['revenue', 'DE', [0, 27.5]],
    ['bounce_rate', 'DE', [0, 0]],
    ['session_time', 'DE', [40, 0]],
    ['conversion_rate', 'DE', [100, 0]],
    ['visitors', 'is_not:DE', [1, 0]],
    ['conversions', 'is_not:DE', [0, 1]],
    ['revenue', 'is_not:DE', [0, -3]],
    ['bounce_rate', 'is_not:DE', [100, 0]],
    ['conversions', '(none)', [0, 1]],
    ['revenue', '(none)', [0, 0]],
  ])('%s where country is %s', async (metric, country, values) => {
    expect(await valuesOf({ metric, country })).toEqual(values);
  });

  it('takes a page for the sessions that viewed it', async () => {
    expect(await valuesOf({ metric: 'pageviews', page: '/a' })).toEqual([2, 0]);
    expect(await valuesOf({ metric: 'revenue', page: 'is_not:/a' })).toEqual([0, -3]);
  });

  it('takes days of its time zone, and granularities', async () => {
    const hours = await tenant().rows(path, { ...twoDays, granularity: 'hour', tz: 'Europe/Berlin' });
    expect(hours).toHaveLength(48);
    expect(hours[0]?.ts).toBe('2024-03-03T23:00:00.000Z');
    // us came at 0:30 of the 5th in Berlin.
    expect(hours.filter(({ value }) => value !== 0).map(({ ts }) => ts)).toEqual([
      '2024-03-04T10:00:00.000Z',
      '2024-03-04T23:00:00.000Z',
    ]);
    expect(await valuesOf({ tz: 'Europe/Berlin' })).toEqual([1, 1]);
    expect(await valuesOf({ granularity: 'week' })).toEqual([2]);
    expect(await valuesOf({ limit: '1' })).toEqual([2]);
  });

  it('looks back from today where the dates are not both given', async () => {
    expect(await tenant().rows(path)).toHaveLength(30);
    expect(await tenant().rows(path, { lookback_days: 7 })).toHaveLength(7);
    expect(await tenant().rows(path, { to: '2024-03-05', lookback_days: 2 })).toMatchObject([
      { value: 2 },
      { value: 0 },
    ]);
  });

  it('covers all websites of the workspace', async () => {
    const rows = await rowsOfAll(tenant(), 'metric-series', twoDays);
    expect(rows.map(({ value }) => value)).toEqual([2, 1]);
  });

  it.each([
    [{ metric: 'clicks' }, 'invalid_metric'],
    [{ granularity: 'minute' }, 'invalid_granularity'],
    [{ granularity: 'hour', from: '2020-01-01' }, 'invalid_granularity'],
    [{ tz: 'Mars/Phobos' }, 'invalid_tz'],
    [{ lookback_days: '0' }, 'invalid_lookback_days'],
    [{ country: 'matches:(' }, 'invalid_filter'],
  ])('refuses %j', async (query, code) => {
    const { status, body } = await tenant().get(path, { ...twoDays, ...query } as Record<string, string>);
    expect([status, body.error.code]).toEqual([400, code]);
  });
});
