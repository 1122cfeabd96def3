/** Everybody who came, converted or paid, one row a person. */
import { describe, expect, it } from 'vitest';
import { buildGoal, buildIdentity, buildPayment } from '../../src/ingest/build-drafts.ts';
import { headline } from '../../src/reports/headline.ts';
import { people } from '../../src/reports/people.ts';
import { arrivals, hit, sender, useStage, website_id } from './stage.ts';

const march = { from: '2024-03-01', to: '2024-03-31' };
type Query = Record<string, string>;

describe.each(arrivals)('people of records that arrive %s', (arrival) => {
  const pay = (visitor_id: string, amount: number, ts: string) =>
    buildPayment(sender, {
      website_id,
      visitor_id,
      transaction_id: `${visitor_id} ${ts}`,
      amount,
      currency: 'EUR',
      timestamp: Date.parse(ts),
    });
  const stage = useStage(
    [
      // Ann at two devices, who says who she is at both.
      hit({ visitor_id: 'ann-1', session_id: 'a1', ip: 'DE' }, '2024-03-04T10:00:00Z'),
      hit({ visitor_id: 'ann-1', session_id: 'a1', path: '/b' }, '2024-03-04T10:05:00Z'),
      hit(
        { visitor_id: 'ann-2', session_id: 'a2', ip: 'FR', referrer: 'https://example.org/' },
        '2024-03-08T10:00:00Z',
      ),
      ...['ann-1', 'ann-2'].map((visitor_id) =>
        buildIdentity(
          sender,
          {
            website_id,
            visitor_id,
            external_id: 'customer-7',
            traits: { name: 'Ann Ähn', plan: 'pro' },
          },
          'server',
        ),
      ),
      pay('ann-1', 20, '2024-03-06T10:00:00Z'),
      pay('ann-2', 5, '2024-03-09T10:00:00Z'),
      hit({ visitor_id: 'bob', session_id: 'b', ip: 'US' }, '2024-03-10T10:00:00Z'),
      buildGoal(sender, {
        website_id,
        visitor_id: 'bob',
        goal_name: 'signup',
        timestamp: Date.parse('2024-03-10T10:01:00Z'),
      }),
      // Nobody who was seen, and before the range.
      pay('webhook', 2, '2024-03-02T11:05:00Z'),
      hit({ visitor_id: 'old', session_id: 'o' }, '2024-02-10T10:00:00Z'),
    ],
    { forDashboard: true, arrival },
  );
  const rows = (query: Query = {}) => stage.rows(people, { ...march, ...query });
  const ids = async (query: Query) => (await rows(query)).map(({ visitor_id }) => visitor_id);

  it('are told with all that they did, who was here last first', async () => {
    const found = await rows();
    expect(
      found.map(({ traits, ...row }) => ({ ...row, traits: JSON.parse(JSON.stringify(traits)) })),
    ).toEqual([
      {
        visitor_id: 'bob',
        identified: false,
        traits: {},
        first_seen: '2024-03-10T10:00:00.000Z',
        last_seen: '2024-03-10T10:01:00.000Z',
        sessions: '1',
        pageviews: '1',
        conversions: '1',
        revenue: 0,
        country: 'US',
        device: 'unknown',
        browser: 'unknown',
        channel: 'Direct',
        source: '(direct)',
        total: '3',
      },
      {
        visitor_id: 'ann-2',
        identified: true,
        traits: { name: 'Ann Ähn', plan: 'pro' },
        first_seen: '2024-03-04T10:00:00.000Z',
        last_seen: '2024-03-09T10:00:00.000Z',
        sessions: '2',
        pageviews: '3',
        conversions: '0',
        revenue: 25,
        country: 'FR',
        device: 'unknown',
        browser: 'unknown',
        channel: 'Referral',
        source: 'example.org',
        total: '3',
      },
      expect.objectContaining({ visitor_id: 'webhook', sessions: '0', revenue: 2, country: 'ZZ' }),
    ]);
  });

  it('are chosen, found, ordered and read in pages', async () => {
    expect(await ids({ who: 'identified' })).toEqual(['ann-2']);
    expect(await ids({ who: 'customers' })).toEqual(['ann-2', 'webhook']);
    expect(await ids({ search: 'ähn' })).toEqual(['ann-2']);
    expect(await ids({ search: 'BOB' })).toEqual(['bob']);
    // The name of a trait is nobody's.
    expect(await ids({ search: 'plan' })).toEqual([]);
    expect(await ids({ search: '.*' })).toEqual([]);
    expect(await ids({ sort: 'revenue' })).toEqual(['ann-2', 'webhook', 'bob']);
    expect(await ids({ sort: 'first_seen', direction: 'asc' })).toEqual(['webhook', 'ann-2', 'bob']);
    expect(await rows({ limit: '1', first_row: '2' })).toMatchObject([{ visitor_id: 'ann-2', total: '3' }]);
  });

  it('pass filters with what they did in visits that pass, and add up to the headline', async () => {
    expect(await rows({ referrer: 'example.org' })).toMatchObject([
      { visitor_id: 'ann-2', sessions: '1', pageviews: '1', revenue: 5, country: 'FR' },
    ]);
    for (const query of [{}, { referrer: 'example.org' }, { country: 'DE', model: 'first' }] as Query[]) {
      const [whole] = await stage.rows(headline, { ...march, ...query });
      const all = await rows(query);
      const sum = (name: string) => all.reduce((total, row) => total + Number(row[name]), 0);
      for (const name of ['sessions', 'pageviews', 'conversions', 'revenue'])
        expect(sum(name), name).toBe(Number(whole?.[name]));
    }
    expect(await rows({ country: 'DE', model: 'first' })).toMatchObject([{ revenue: 25 }]);
  });
});
