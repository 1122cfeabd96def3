import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { useRecords } from './records.ts';

const path = '/pixel/analytics/timeseries/breakdown';

describeOneServer('GET /pixel/analytics/timeseries/breakdown', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    await send.payment('a', '2024-03-01T10:00:00Z', 0.1, { currency: 'EUR' });
    await send.payment('a', '2024-03-01T11:00:00Z', 0.2);
    await send.payment('a', '2024-03-01T12:00:00Z', -0.05);
    await send.payment('b', '2024-03-01T10:00:00Z', 5, { renewal: true });
    await send.payment('b', '2024-03-01T10:00:01Z', 2, { refunded: true });
    await send.payment('c', '2024-02-01T10:00:00Z', 1);
    await send.payment('c', '2024-03-01T10:00:00Z', 1);

    await send.payment('d', '2024-03-02T10:00:00Z', 0.1);
    await send.payment('e', '2024-03-02T10:00:00Z', 0.2, { currency: 'JPY' });
    await send.payment('f', '2024-03-02T10:00:00Z', -3);
    await send.payment('f', '2024-03-02T11:00:00Z', 0.000001);

    await send.payment('g', '2024-03-04T10:00:00Z', 1e12);
    await send.payment('h', '2024-03-04T10:00:00Z', 0.01);
    await send.payment('g', '2024-03-04T11:00:00Z', 7, { refunded: true, renewal: true });

    await send.payment('late', '2024-03-06T10:00:00Z', 30);
    await send.payment('late', '2024-03-05T10:00:00Z', 10);
    await send.view('visitor', 'visitor', '2024-03-03T10:00:00Z');
  });
  const rowOf = async (day: string, query: Record<string, string> = {}) => {
    const rows = await tenant().rows(path, { from_date: day, to_date: day, ...query });
    expect(rows).toHaveLength(1);
    return rows[0];
  };

  it('splits revenue into new, renewal and refund', async () => {
    // a: 0.1 new, 0.2 renewal, 0.05 back. b: 5 renewal, as it says itself, 2 back. c paid in February already: 1
    // renewal. new 0.1; renewal 0.2 + 5 + 1; refund -0.05 - 2; together 4.25. Currencies are not converted.
    expect(await rowOf('2024-03-01')).toEqual({
      ts: '2024-03-01T00:00:00.000Z',
      value: 4.25,
      revenue_new: 0.1,
      revenue_renewal: 6.2,
      revenue_refund: -2.05,
    });
  });

  it('sums decimals exactly, to six places', async () => {
    // 0.1 + 0.2 + 0.000001; a refund is no first payment, so the one after it is new.
    expect(await rowOf('2024-03-02')).toEqual({
      ts: '2024-03-02T00:00:00.000Z',
      value: -2.699999,
      revenue_new: 0.300001,
      revenue_renewal: 0,
      revenue_refund: -3,
    });
  });

  it('sums the largest amounts without losing the smallest', async () => {
    expect(await rowOf('2024-03-04')).toEqual({
      ts: '2024-03-04T00:00:00.000Z',
      value: 999_999_999_993.01,
      revenue_new: 1_000_000_000_000.01,
      revenue_renewal: 0,
      revenue_refund: -7,
    });
  });

  it('takes the first payment by its time, not by its arrival', async () => {
    const rows = await tenant().rows(path, { from_date: '2024-03-05', to_date: '2024-03-06' });
    expect(rows.map(({ revenue_new, revenue_renewal }) => [revenue_new, revenue_renewal])).toEqual([
      [10, 0],
      [0, 30],
    ]);
  });

  it('is the same series as the other endpoint, under any metric', async () => {
    const days = { from_date: '2024-03-01', to_date: '2024-03-04' };
    for (const metric of ['revenue', 'visitors']) {
      expect(await tenant().rows(path, { ...days, metric })).toEqual(
        await tenant().rows('/pixel/analytics/timeseries', { ...days, metric }),
      );
    }
    expect(await rowOf('2024-03-03', { metric: 'visitors' })).toEqual({
      ts: '2024-03-03T00:00:00.000Z',
      value: 1,
      revenue_new: 0,
      revenue_renewal: 0,
      revenue_refund: 0,
    });
  });

  it('sums by month in a time zone', async () => {
    const query = {
      from_date: '2024-02-01',
      to_date: '2024-03-01',
      granularity: 'month',
      tz: 'Europe/Berlin',
    };
    expect(await tenant().rows(path, query)).toEqual([
      { ts: '2024-01-31T23:00:00.000Z', value: 1, revenue_new: 1, revenue_renewal: 0, revenue_refund: 0 },
      {
        ts: '2024-02-29T23:00:00.000Z',
        value: 4.25,
        revenue_new: 0.1,
        revenue_renewal: 6.2,
        revenue_refund: -2.05,
      },
    ]);
  });
});
