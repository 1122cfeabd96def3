/** Payments in two currencies: all of them as recorded, or those of one. Worked out by hand. */
import { describe, expect, it } from 'vitest';
import { buildPayment, type Draft } from '../../src/ingest/build-drafts.ts';
import { aiTraffic } from '../../src/reports/ai-traffic.ts';
import { attributedRevenue } from '../../src/reports/attributed-revenue.ts';
import { catalogue } from '../../src/reports/catalogue.ts';
import { countries } from '../../src/reports/countries.ts';
import { headline } from '../../src/reports/headline.ts';
import { metricSeries } from '../../src/reports/metric-series.ts';
import { visitorProfile } from '../../src/reports/visitor-profile.ts';
import { arrivals, hit, sender, useStage, website_id } from './stage.ts';

const march = { from: '2024-03-01', to: '2024-03-31' };

function pay(visitor_id: string, amount: number, currency: string, ts: string): Draft {
  const timestamp = Date.parse(ts);
  return buildPayment(sender, { website_id, transaction_id: ts, amount, currency, visitor_id, timestamp });
}

describe.each(arrivals)('payments that arrive %s', (arrival) => {
  const stage = useStage(
    [
      hit(
        { visitor_id: 'ann', session_id: 'a', ip: 'DE', referrer: 'https://chatgpt.com/' },
        '2024-03-04T10:00:00Z',
      ),
      pay('ann', 10, 'EUR', '2024-03-04T11:00:00Z'),
      pay('ann', 20.5, 'usd', '2024-03-04T12:00:00Z'),
      pay('ann', -4, 'EUR', '2024-03-05T12:00:00Z'),
      // Of whom nothing else is known.
      pay('bob', 7, 'USD', '2024-03-05T13:00:00Z'),
    ],
    { arrival },
  );
  const revenueOf = async (report: typeof headline, query: Record<string, string>) =>
    (await stage.rows(report, { ...march, ...query })).map(({ revenue }) => revenue);

  it.each([
    [{}, 33.5, [26.5, 7], 26.5],
    [{ currency: 'EUR' }, 6, [6], 6],
    [{ currency: 'usd' }, 27.5, [20.5, 7], 20.5],
    [{ currency: 'GBP' }, 0, [0], 0],
  ])('are added up with %o', async (query: Record<string, string>, all, byCountry, ofAnn) => {
    expect(await revenueOf(headline, query)).toEqual([all]);
    expect(await revenueOf(countries, query)).toEqual(byCountry);
    expect(await revenueOf(aiTraffic, query)).toEqual([ofAnn]);
    expect(await revenueOf(visitorProfile, { ...query, visitor_id: 'ann' })).toEqual([ofAnn]);
  });

  it('keep their class: which was the first is told by all of them', async () => {
    const days = { from: '2024-03-04', to: '2024-03-05', metric: 'revenue' };
    expect(await stage.rows(metricSeries, { ...days, currency: 'USD' })).toMatchObject([
      { value: 20.5, revenue_new: 0, revenue_renewal: 20.5, revenue_refund: 0 },
      { value: 7, revenue_new: 7, revenue_renewal: 0, revenue_refund: 0 },
    ]);
    expect(await stage.rows(metricSeries, { ...days, currency: 'EUR' })).toMatchObject([
      { value: 10, revenue_new: 10, revenue_refund: 0 },
      { value: -4, revenue_new: 0, revenue_refund: -4 },
    ]);
  });

  it('are attributed by currency', async () => {
    const rows = await stage.rows(attributedRevenue, { ...march, currency: 'EUR' });
    expect(rows).toMatchObject([{ channel: 'AI', revenue: 6, payments: '2', visitors: '1' }]);
  });

  it.each(['', 'EURO', 'E1R', '€'])('is no currency: %j', async (currency) => {
    await expect(stage.rows(headline, { ...march, currency })).rejects.toMatchObject({
      code: 'invalid_currency',
    });
  });
});

it('is a parameter of every report with revenue, and of no other', () => {
  const sums = catalogue.filter(({ columns }) =>
    columns.some(({ name }) => name === 'revenue' || name === 'revenue_new'),
  );
  expect(catalogue.filter(({ parameters }) => 'currency' in parameters)).toEqual(sums);
  expect(sums.length).toBeGreaterThan(10);
});
