/** A report that the API has no address for: the dashboard alone asks for it. */
import { describe, expect, it } from 'vitest';
import { buildGoal, buildPayment } from '../../src/ingest/build-drafts.ts';
import { catalogue, listNamed } from '../../src/reports/catalogue.ts';
import { headline } from '../../src/reports/headline.ts';
import { arrivals, sender, useStage, view, website_id } from './stage.ts';

const timestamp = Date.parse('2024-03-06T10:00:00Z');

describe.each(arrivals)('headline of records that arrive %s', (arrival) => {
  const stage = useStage(
    [
      view('a', 'a', 'DE', '2024-03-04T10:00:00Z'),
      view('a', 'a', 'DE', '2024-03-04T10:00:30Z'),
      view('b', 'b', 'US', '2024-03-05T10:00:00Z'),
      buildGoal(sender, { website_id, visitor_id: 'a', goal_name: 'signup', timestamp }),
      buildPayment(sender, {
        website_id,
        visitor_id: 'b',
        transaction_id: 't',
        amount: 12.5,
        currency: 'EUR',
        timestamp,
      }),
    ],
    { arrival },
  );
  const rowsOf = (query: Record<string, string>) =>
    stage.rows(headline, { from: '2024-03-01', to: '2024-03-31', ...query });

  it('has all traffic, conversions and revenue in one row', async () => {
    expect(await rowsOf({})).toEqual([
      {
        visitors: '2',
        sessions: '2',
        pageviews: '3',
        bounces: '1',
        bounce_rate: 50,
        avg_session_seconds: 15,
        conversions: '1',
        conversion_rate: 50,
        revenue: 12.5,
      },
    ]);
  });

  it('takes filters', async () => {
    expect(await rowsOf({ country: 'US' })).toMatchObject([
      { visitors: '1', pageviews: '1', bounces: '1', conversions: '0', revenue: 12.5 },
    ]);
  });

  it('has a row of zeros where there is nothing', async () => {
    const zeros = {
      visitors: '0',
      sessions: '0',
      pageviews: '0',
      bounces: '0',
      bounce_rate: 0,
      avg_session_seconds: 0,
      conversions: '0',
      conversion_rate: 0,
      revenue: 0,
    };
    expect(await rowsOf({ country: 'FR' })).toEqual([zeros]);
    expect(await rowsOf({ from: '2023-01-01', to: '2023-01-31' })).toEqual([zeros]);
  });
});

describe('headline', () => {
  it('is in the catalogue, under neither a name nor a path', () => {
    expect(catalogue).toContain(headline);
    expect([headline.name, headline.path]).toEqual([null, null]);
    expect(listNamed(catalogue)).not.toContain(headline);
  });
});
