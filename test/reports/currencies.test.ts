/** What was paid in each currency: these are never added up in the dashboard. */
import { describe, expect, it } from 'vitest';
import { buildPayment } from '../../src/ingest/build-drafts.ts';
import { currencies } from '../../src/reports/currencies.ts';
import { people } from '../../src/reports/people.ts';
import { arrivals, hit, sender, useStage, website_id } from './stage.ts';

describe.each(arrivals)('currencies of payments that arrive %s', (arrival) => {
  const pay = (visitor_id: string, amount: number, currency: string, ts: string) =>
    buildPayment(sender, {
      website_id,
      visitor_id,
      transaction_id: ts,
      amount,
      currency,
      timestamp: Date.parse(ts),
    });
  const stage = useStage(
    [
      hit({ visitor_id: 'ann', session_id: 'a', ip: 'DE' }, '2024-03-04T10:00:00Z'),
      pay('ann', 49, 'EUR', '2024-03-04T11:00:00Z'),
      pay('ann', -9, 'EUR', '2024-03-05T11:00:00Z'),
      pay('bob', 20, 'USD', '2024-02-04T11:00:00Z'),
    ],
    { forDashboard: true, arrival },
  );

  it('are told with their sums, the largest first', async () => {
    const euro = { currency: 'EUR', revenue: 40, payments: '2' };
    const dollar = { currency: 'USD', revenue: 20, payments: '1' };
    expect(await stage.rows(currencies, {})).toEqual([euro, dollar]);
    expect(await stage.rows(currencies, { from: '2024-03-01' })).toEqual([euro]);
    expect(await stage.rows(currencies, { country: 'DE' })).toEqual([euro]);
  });

  it('are told of people one by one', async () => {
    const march = { from: '2024-02-01', to: '2024-03-31' };
    const revenueIn = async (currency: string) =>
      (await stage.rows(people, { ...march, currency, sort: 'revenue' })).map((row) => [
        row.visitor_id,
        row.revenue,
      ]);
    expect(await revenueIn('EUR')).toEqual([['ann', 40]]);
    expect(await revenueIn('USD')).toEqual([
      ['bob', 20],
      ['ann', 0],
    ]);
  });
});
