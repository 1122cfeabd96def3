/** Which session a payment is credited to, in whatever order records come. */
import { describe, expect, it } from 'vitest';
import { buildPayment, type Draft } from '../../src/ingest/build-drafts.ts';
import { countries } from '../../src/reports/countries.ts';
import { type Arrival, arrivals, sender, useStage, view, website_id } from './stage.ts';

const today = { from: '2024-04-01', to: '2024-04-01' };

function payment(visitor_id: string, amount: number): Draft {
  const timestamp = Date.parse('2024-04-01T00:00:00Z');
  return buildPayment(sender, {
    website_id,
    visitor_id,
    transaction_id: visitor_id,
    amount,
    currency: 'EUR',
    timestamp,
  });
}

function useRevenue(arrival: Arrival, drafts: readonly Draft[]) {
  const stage = useStage(drafts, { arrival });
  return async (query: Record<string, string> = {}) =>
    (await stage.rows(countries, { ...today, ...query })).map(({ country, revenue }) => ({
      country,
      revenue,
    }));
}

describe.each(arrivals)('records that arrive %s', (arrival) => {
  describe('a payment that no recent visit led to', () => {
    const revenueOf = useRevenue(arrival, [
      view('away', 'a1', 'DE', '2024-03-05T10:00:00Z'),
      payment('away', 10),
    ]);

    it('is credited to the last visit, however long ago', async () => {
      expect(await revenueOf()).toEqual([{ country: 'DE', revenue: 10 }]);
      expect(await revenueOf({ country: 'US' })).toEqual([]);
    });
  });

  describe('a session that goes on, and one that began after it', () => {
    const revenueOf = useRevenue(arrival, [
      view('back', 'k1', 'US', '2024-03-01T10:00:00Z'),
      view('back', 'k2', 'DE', '2024-03-10T10:00:00Z'),
      view('back', 'k1', 'US', '2024-03-31T23:00:00Z'),
      payment('back', 20),
    ]);

    it('count by when they began, also where a filter leaves the first out', async () => {
      expect(await revenueOf({ country: 'DE' })).toEqual([{ country: 'DE', revenue: 20 }]);
      expect(await revenueOf({ country: 'US' })).toEqual([]);
    });
  });

  describe('sessions that began in the same moment', () => {
    const revenueOf = useRevenue(arrival, [
      view('twin', 't1', 'DE', '2024-03-31T10:00:00Z'),
      view('twin', 't2', 'US', '2024-03-31T10:00:00Z'),
      payment('twin', 30),
      view('guest', 'w0', 'FR', '2024-03-30T12:00:00Z'),
      view('host', 'w1', 'GB', '2024-03-30T12:00:00Z'),
      view('guest', 'w1', 'GB', '2024-03-31T12:00:00Z'),
      payment('guest', 40),
    ]);

    it('are told apart by the order of acceptance', async () => {
      expect(await revenueOf()).toEqual([
        { country: 'GB', revenue: 40 },
        { country: 'US', revenue: 30 },
      ]);
    });
  });
});
