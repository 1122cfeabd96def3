/** What a report asks of the days before its range. */
import { describe, expect, it } from 'vitest';
import { buildIdentity, buildPayment } from '../../src/ingest/build-drafts.ts';
import { attributedRevenue } from '../../src/reports/attributed-revenue.ts';
import { retentionCohorts } from '../../src/reports/retention-cohorts.ts';
import { arrivals, hit, sender, useStage, view, website_id } from './stage.ts';

const march = { from: '2024-03-01', to: '2024-03-31' };

describe.each(arrivals)('records before the range that arrive %s', (arrival) => {
  const stage = useStage(
    [
      view('old', 'o1', 'DE', '2024-02-10T10:00:00Z'),
      view('old', 'o2', 'DE', '2024-03-10T10:00:00Z'),
      view('new', 'n1', 'DE', '2024-03-12T10:00:00Z'),
      view('moved', 'm1', 'US', '2024-02-20T10:00:00Z'),
      view('moved', 'm2', 'DE', '2024-03-12T10:00:00Z'),
      buildPayment(sender, {
        website_id,
        visitor_id: 'moved',
        transaction_id: 't',
        amount: 12.5,
        currency: 'EUR',
        timestamp: Date.parse('2024-03-10T10:00:00Z'),
      }),
    ],
    { arrival },
  );

  it('know who was seen before, also by a filter', async () => {
    const sizesOf = async (query: Record<string, string>) =>
      (await stage.rows(retentionCohorts, { ...march, granularity: 'month', ...query })).map(
        ({ cohort_size }) => cohort_size,
      );
    expect(await sizesOf({})).toEqual(['1']);
    // By visits from there alone, who moved is new.
    expect(await sizesOf({ country: 'DE' })).toEqual(['2']);
    expect(await sizesOf({ country: 'US' })).toEqual([]);
  });

  it('have the session that a payment is credited to', async () => {
    const rowsOf = (country: string) => stage.rows(attributedRevenue, { ...march, country });
    expect(await rowsOf('US')).toMatchObject([{ revenue: 12.5, payments: '1', visitors: '0' }]);
    expect(await rowsOf('DE')).toEqual([]);
  });
});

describe.each(arrivals)(
  'sessions of one person that began together, of records that arrive %s',
  (arrival) => {
    const phone = { website_id, visitor_id: 'phone', external_id: 'ann' };
    const stage = useStage(
      [
        hit({ ...phone, session_id: 's1', utm_source: 'first' }, '2024-03-04T10:00:00Z'),
        hit(
          { website_id, visitor_id: 'laptop', session_id: 's2', utm_source: 'second' },
          '2024-03-04T10:00:00Z',
        ),
        buildIdentity(sender, phone, 'server'),
        buildIdentity(sender, { ...phone, visitor_id: 'laptop' }, 'server'),
        buildPayment(sender, {
          website_id,
          visitor_id: 'phone',
          transaction_id: 't',
          amount: 10,
          currency: 'EUR',
          timestamp: Date.parse('2024-03-05T10:00:00Z'),
        }),
      ],
      { arrival },
    );

    it.each([
      ['last', 'second'],
      ['first', 'first'],
    ])('are told apart by the order of acceptance: the %s one', async (model, source) => {
      expect(await stage.rows(attributedRevenue, { ...march, model })).toMatchObject([
        { source, revenue: 10 },
      ]);
    });
  },
);
