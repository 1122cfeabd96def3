import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { useRecords } from './records.ts';

const path = '/pixel/analytics/timeseries';
const dayMs = 24 * 60 * 60 * 1000;
const isoDay = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const startOf = (day: string) => `${day}T00:00:00.000Z`;
const row = (ts: string, value: number) => ({
  ts,
  value,
  revenue_new: 0,
  revenue_renewal: 0,
  revenue_refund: 0,
});

/** Asks again when midnight passed meanwhile. */
async function onOneDay<Result>(ask: (today: string) => Promise<Result>): Promise<Result> {
  const today = isoDay(Date.now());
  const result = await ask(today);
  return today === isoDay(Date.now()) ? result : onOneDay(ask);
}

describeOneServer('GET /pixel/analytics/timeseries', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    // One session over midnight into the leap day.
    await send.view('a', 'a1', '2024-02-28T23:50:00Z');
    await send.view('a', 'a1', '2024-02-29T00:10:00Z');
    await send.view('b', 'b1', '2024-02-29T12:00:00Z');
    await send.goal('b', '2024-02-29T12:05:00Z');
    await send.goal('c', '2024-03-01T10:00:00Z');
    await send.payment('a', '2024-03-01T11:00:00Z', 20);
    await send.view('now', 'now', Date.now());
  });
  const days = { from_date: '2024-02-28', to_date: '2024-03-01' };
  const dayStarts = ['2024-02-28', '2024-02-29', '2024-03-01'].map(startOf);

  it.each([
    // a on both sides of midnight, b on the leap day; the goal and the payment of March are no traffic.
    ['visitors', [1, 2, 0]],
    // a's session belongs to its first day, its pageviews to theirs.
    ['sessions', [1, 1, 0]],
    ['pageviews', [1, 2, 0]],
    ['conversions', [0, 1, 1]],
    ['bounce_rate', [0, 100, 0]],
    // 23:50 to 00:10.
    ['session_time', [1200, 0, 0]],
    // b of a and b; in March nobody visited.
    ['conversion_rate', [0, 50, 0]],
  ])('measures %s', async (metric, values) => {
    const rows = await tenant().rows(path, { ...days, metric });
    expect(rows).toEqual(dayStarts.map((ts, index) => row(ts, values[index] as number)));
  });

  it('measures revenue, with its parts', async () => {
    expect(await tenant().rows(path, { ...days, metric: 'revenue' })).toEqual([
      row(startOf('2024-02-28'), 0),
      row(startOf('2024-02-29'), 0),
      { ...row(startOf('2024-03-01'), 20), revenue_new: 20 },
    ]);
  });

  it('measures visitors by day unless told otherwise', async () => {
    const named = { ...days, metric: 'visitors', granularity: 'day', tz: 'UTC' };
    expect(await tenant().rows(path, days)).toEqual(await tenant().rows(path, named));
  });

  it('cuts hours, also empty ones', async () => {
    const rows = await tenant().rows(path, {
      from_date: '2024-02-29',
      to_date: '2024-02-29',
      granularity: 'hour',
    });
    const values = Array(24).fill(0).with(0, 1).with(12, 1);
    expect(rows).toEqual(
      values.map((value, hour) => row(`2024-02-29T${String(hour).padStart(2, '0')}:00:00.000Z`, value)),
    );
  });

  it('cuts weeks on Monday, of which only the days asked for count', async () => {
    // The 28th of February 2024 is a Wednesday; a and b visited from then on.
    expect(await tenant().rows(path, { ...days, granularity: 'week' })).toEqual([
      row(startOf('2024-02-26'), 2),
    ]);
    const later = {
      from_date: '2024-02-29',
      to_date: '2024-03-04',
      granularity: 'week',
      metric: 'pageviews',
    };
    expect(await tenant().rows(path, later)).toEqual([
      row(startOf('2024-02-26'), 2),
      row(startOf('2024-03-04'), 0),
    ]);
  });

  it('cuts months', async () => {
    expect(await tenant().rows(path, { ...days, granularity: 'month', metric: 'conversions' })).toEqual([
      row(startOf('2024-02-01'), 1),
      row(startOf('2024-03-01'), 1),
    ]);
  });

  it('looks back 30 days ending today, or as many as told', async () => {
    await onOneDay(async (today) => {
      const rows = await tenant().rows(path);
      expect(rows).toHaveLength(30);
      expect(rows.at(-1)).toEqual(row(startOf(today), 1));
      expect(await tenant().rows(path, { lookback_days: 2 })).toEqual([
        row(startOf(isoDay(Date.parse(today) - dayMs)), 0),
        row(startOf(today), 1),
      ]);
    });
  });

  it('runs from from_date to today, and to to_date over the days before it', async () => {
    await onOneDay(async (today) => {
      const yesterday = isoDay(Date.parse(today) - dayMs);
      expect(await tenant().rows(path, { from_date: yesterday, lookback_days: 9 })).toEqual([
        row(startOf(yesterday), 0),
        row(startOf(today), 1),
      ]);
    });
    expect(await tenant().rows(path, { to_date: '2024-03-01', lookback_days: 2 })).toEqual([
      row(startOf('2024-02-29'), 2),
      row(startOf('2024-03-01'), 0),
    ]);
    expect(await tenant().rows(path, { to_date: '2024-03-01' })).toHaveLength(30);
  });

  it('takes today in the time zone', async () => {
    const zone = 'Pacific/Kiritimati';
    const rows = await tenant().rows(path, { lookback_days: 1, tz: zone });
    const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    expect(localDay.format(new Date(String(rows[0]?.ts)))).toBe(localDay.format(new Date()));
    expect(String(rows[0]?.ts)).toMatch(/T10:00:00\.000Z$/);
  });

  it('is cut by limit only when it is given', async () => {
    const years = { from_date: '2021-01-01', to_date: '2023-12-31' };
    expect(await tenant().rows(path, years)).toHaveLength(3 * 365);
    expect(await tenant().rows(path, { ...years, limit: 2 })).toEqual([
      row(startOf('2021-01-01'), 0),
      row(startOf('2021-01-02'), 0),
    ]);
    expect(await tenant().rows(path, { ...years, limit: 5000 })).toHaveLength(1000);
  });

  it('has at most 10,000 buckets', async () => {
    const from_date = '2000-01-01';
    const lastOf = (buckets: number) => isoDay(Date.parse(from_date) + (buckets - 1) * dayMs);
    for (const metric of ['visitors', 'revenue', 'conversion_rate']) {
      const rows = await tenant().rows(path, {
        from_date,
        to_date: lastOf(10_000),
        metric,
        tz: 'Europe/Berlin',
      });
      expect(rows).toHaveLength(10_000);
    }
    for (const query of [
      { from_date, to_date: lastOf(10_001) },
      { from_date: '2023-01-01', to_date: '2024-03-31', granularity: 'hour' },
    ]) {
      const { status, body } = await tenant().get(path, { website_id: tenant().website, ...query });
      expect([status, body.error.code]).toEqual([400, 'invalid_granularity']);
    }
  });
});

describeOneServer('Time series in time zones', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    const instants = [
      // Berlin: the last minute of the 30th, the first of the 31st, the minutes around the skipped hour.
      '2024-03-30T22:59:00Z',
      '2024-03-30T23:00:00Z',
      '2024-03-31T00:59:00Z',
      '2024-03-31T01:00:00Z',
      // Berlin: both hours from two to three.
      '2024-10-27T00:30:00Z',
      '2024-10-27T01:30:00Z',
      // Kolkata: around midnight.
      '2024-05-05T18:29:00Z',
      '2024-05-05T18:30:00Z',
      // São Paulo, 2018: around the midnight that was skipped.
      '2018-11-04T02:59:00Z',
      '2018-11-04T03:00:00Z',
      // Lord Howe: 01:45 at +11, 01:45 at +10:30.
      '2024-04-06T14:45:00Z',
      '2024-04-06T15:15:00Z',
      // Apia: the last minute of the 29th and the first of the 31st of December 2011.
      '2011-12-30T09:59:00Z',
      '2011-12-30T10:00:00Z',
    ];
    for (const [index, ts] of instants.entries()) await send.view(`v${index}`, `s${index}`, ts);
  });

  async function seriesOf(tz: string, from: string, to: string, granularity = 'day') {
    return await seriesIn(tenant(), { from_date: from, to_date: to, tz, granularity });
  }
  async function seriesIn(
    reader: Tenant,
    query: Record<string, string>,
  ): Promise<[ts: string, value: number][]> {
    const rows = await reader.rows(path, query);
    return rows.map(({ ts, value }) => [String(ts).replace(':00.000Z', 'Z'), Number(value)]);
  }

  it('cuts days of 23 and 25 hours in Europe/Berlin', async () => {
    expect(await seriesOf('Europe/Berlin', '2024-03-30', '2024-04-01')).toEqual([
      ['2024-03-29T23:00Z', 1],
      ['2024-03-30T23:00Z', 3],
      ['2024-03-31T22:00Z', 0],
    ]);
    expect(await seriesOf('Europe/Berlin', '2024-10-27', '2024-10-28')).toEqual([
      ['2024-10-26T22:00Z', 2],
      ['2024-10-27T23:00Z', 0],
    ]);
  });

  it('skips and repeats an hour in Europe/Berlin', async () => {
    const spring = await seriesOf('Europe/Berlin', '2024-03-31', '2024-03-31', 'hour');
    expect(spring).toHaveLength(23);
    expect(spring.filter(([, value]) => value > 0)).toEqual([
      ['2024-03-30T23:00Z', 1],
      ['2024-03-31T00:00Z', 1],
      ['2024-03-31T01:00Z', 1],
    ]);
    const autumn = await seriesOf('Europe/Berlin', '2024-10-27', '2024-10-27', 'hour');
    expect(autumn).toHaveLength(25);
    expect(autumn.filter(([, value]) => value > 0)).toEqual([
      ['2024-10-27T00:00Z', 1],
      ['2024-10-27T01:00Z', 1],
    ]);
  });

  it('cuts weeks and months in the zone', async () => {
    // The week of Monday, the 25th of March; April begins an hour earlier in UTC than March did, and the two
    // instants of Lord Howe lie in it.
    expect(await seriesOf('Europe/Berlin', '2024-03-25', '2024-03-31', 'week')).toEqual([
      ['2024-03-24T23:00Z', 4],
    ]);
    expect(await seriesOf('Europe/Berlin', '2024-03-01', '2024-04-30', 'month')).toEqual([
      ['2024-02-29T23:00Z', 4],
      ['2024-03-31T22:00Z', 2],
    ]);
  });

  it('cuts at half past in Asia/Kolkata', async () => {
    expect(await seriesOf('Asia/Kolkata', '2024-05-05', '2024-05-06')).toEqual([
      ['2024-05-04T18:30Z', 1],
      ['2024-05-05T18:30Z', 1],
    ]);
    const hours = await seriesOf('Asia/Kolkata', '2024-05-05', '2024-05-06', 'hour');
    expect(hours.filter(([, value]) => value > 0)).toEqual([
      ['2024-05-05T17:30Z', 1],
      ['2024-05-05T18:30Z', 1],
    ]);
  });

  it('begins a day at one where midnight was skipped in America/Sao_Paulo', async () => {
    expect(await seriesOf('America/Sao_Paulo', '2018-11-03', '2018-11-05')).toEqual([
      ['2018-11-03T03:00Z', 1],
      ['2018-11-04T03:00Z', 1],
      ['2018-11-05T02:00Z', 0],
    ]);
  });

  it('follows clocks that move by half an hour in Australia/Lord_Howe', async () => {
    expect(await seriesOf('Australia/Lord_Howe', '2024-04-07', '2024-04-08')).toEqual([
      ['2024-04-06T13:00Z', 2],
      ['2024-04-07T13:30Z', 0],
    ]);
    const hours = await seriesOf('Australia/Lord_Howe', '2024-04-07', '2024-04-07', 'hour');
    expect(hours.slice(1, 4)).toEqual([
      ['2024-04-06T14:00Z', 1],
      ['2024-04-06T15:00Z', 1],
      ['2024-04-06T15:30Z', 0],
    ]);
  });

  it('has no row for the day that Pacific/Apia skipped', async () => {
    expect(await seriesOf('Pacific/Apia', '2011-12-29', '2012-01-01')).toEqual([
      ['2011-12-29T10:00Z', 1],
      ['2011-12-30T10:00Z', 1],
      ['2011-12-31T10:00Z', 0],
    ]);
    expect(await seriesOf('Pacific/Apia', '2011-12-30', '2011-12-30')).toEqual([]);
  });
});
