/** The dashboard credits payments by one model wherever it shows revenue. */
import { describe, expect, it } from 'vitest';
import { buildPayment } from '../../src/ingest/build-drafts.ts';
import { aiTraffic } from '../../src/reports/ai-traffic.ts';
import { attributedRevenue } from '../../src/reports/attributed-revenue.ts';
import { countries } from '../../src/reports/countries.ts';
import type { Report } from '../../src/reports/define-report.ts';
import { eventsCatalog } from '../../src/reports/events-catalog.ts';
import { headline } from '../../src/reports/headline.ts';
import { hostnames } from '../../src/reports/hostnames.ts';
import { metricSeries } from '../../src/reports/metric-series.ts';
import { modelNames } from '../../src/reports/question/models.ts';
import { referrers } from '../../src/reports/referrers.ts';
import { arrivals, hit, sender, useStage, website_id } from './stage.ts';

const march = { from: '2024-03-01', to: '2024-03-31' };

const pay = (visitor_id: string, amount: number, ts: string) =>
  buildPayment(sender, {
    website_id,
    visitor_id,
    transaction_id: `${visitor_id} ${ts}`,
    amount,
    currency: 'EUR',
    timestamp: Date.parse(ts),
  });

type Query = Record<string, string>;

describe.each(arrivals)('revenue by a model, of records that arrive %s', (arrival) => {
  const ann = (session_id: string, referrer: string, ip: string, ts: string) =>
    hit({ visitor_id: 'ann', session_id, referrer, ip }, ts);
  const stage = useStage(
    [
      // From an assistant, then by a link elsewhere, then directly: 30 in all.
      ann('a1', 'https://claude.ai/', 'DE', '2024-03-04T10:00:00Z'),
      ann('a2', 'https://news.example.org/', 'FR', '2024-03-05T10:00:00Z'),
      ann('a3', '', 'US', '2024-03-06T10:00:00Z'),
      pay('ann', 30, '2024-03-06T10:05:00Z'),
      // Directly alone, and nobody who was seen.
      hit({ visitor_id: 'bob', session_id: 'b', ip: 'US' }, '2024-03-06T11:00:00Z'),
      pay('bob', 5, '2024-03-06T11:05:00Z'),
      pay('webhook', 2, '2024-03-07T11:05:00Z'),
    ],
    { forDashboard: true, arrival },
  );
  const amounts = async (report: Report, column: string, query: Query) => {
    const rows = await stage.rows(report, { ...march, ...query });
    return Object.fromEntries(
      rows.filter(({ revenue }) => revenue !== 0).map((row) => [row[column], row.revenue]),
    );
  };

  const credited = {
    last_non_direct: { Referral: 30, Direct: 7 },
    first: { AI: 30, Direct: 7 },
    last: { Direct: 37 },
    linear: { AI: 10, Referral: 10, Direct: 17 },
  };

  it.each(modelNames)('is the same by channel in every report: %s', async (model) => {
    const wanted = credited[model];
    expect(await amounts(referrers, 'value', { mode: 'channel', model })).toEqual(wanted);
    const rows = await stage.rows(attributedRevenue, { ...march, model });
    expect(Object.fromEntries(rows.map(({ channel, revenue }) => [channel, revenue]))).toEqual(wanted);
    for (const channel of ['AI', 'Referral', 'Direct']) {
      const revenue = Object.entries(wanted).find(([name]) => name === channel)?.[1] ?? 0;
      expect(await stage.rows(headline, { ...march, model, channel })).toMatchObject([{ revenue }]);
      const days = await stage.rows(metricSeries, { ...march, model, channel, metric: 'revenue' });
      expect(days.reduce((sum, { value }) => sum + Number(value), 0)).toBe(revenue);
      const payments = rows.find((row) => row.channel === channel)?.payments;
      const events = await stage.rows(eventsCatalog, { ...march, model, channel });
      expect(events.find(({ type }) => type === 'payment')?.events).toBe(payments);
    }
    expect(await stage.rows(headline, { ...march, model })).toMatchObject([{ revenue: 37 }]);
  });

  it('is told of assistants, sites and countries alike', async () => {
    expect(await amounts(aiTraffic, 'operator', { model: 'linear' })).toEqual({ Anthropic: 10 });
    expect(await amounts(aiTraffic, 'operator', { model: 'last_non_direct' })).toEqual({});
    expect(await amounts(hostnames, 'hostname', { model: 'linear' })).toEqual({
      'claude.ai': 10,
      'example.org': 10,
    });
    expect(await amounts(countries, 'country', { model: 'first' })).toEqual({ DE: 30, US: 5, ZZ: 2 });
    expect(await amounts(countries, 'country', { model: 'linear' })).toEqual({
      DE: 10,
      FR: 10,
      US: 15,
      ZZ: 2,
    });
  });

  it('goes to the last visit where no model is named', async () => {
    expect(await amounts(referrers, 'value', { mode: 'channel' })).toEqual({ Direct: 37 });
  });
});
