/** Filters of the dashboard by what only other records tell of a session. */
import { describe, expect, it } from 'vitest';
import { buildIdentity, buildPayment } from '../../src/ingest/build-drafts.ts';
import { countries } from '../../src/reports/countries.ts';
import { funnel } from '../../src/reports/funnel.ts';
import { headline } from '../../src/reports/headline.ts';
import { pages } from '../../src/reports/pages.ts';
import { entryPages, exitPages } from '../../src/reports/session-ends.ts';
import { arrivals, hit, sender, useStage, website_id } from './stage.ts';

const pay = (visitor_id: string, amount: number, ts: string, refunded = false) =>
  buildPayment(sender, {
    website_id,
    visitor_id,
    transaction_id: `${visitor_id} ${amount} ${refunded}`,
    amount,
    currency: 'EUR',
    timestamp: Date.parse(ts),
    refunded,
  });

const view = (visitor_id: string, session_id: string, path: string, ts: string) =>
  hit({ visitor_id, session_id, path, ip: 'DE' }, ts);

/**
 * In March: `old` came in February already and pays late; `fresh` comes twice and is identified; `back` only gets
 * money back.
 */
const records = [
  view('old', 'old-1', '/', '2024-02-10T10:00:00Z'),
  view('old', 'old-2', '/', '2024-03-05T10:00:00Z'),
  view('old', 'old-2', '/shop', '2024-03-05T10:01:00Z'),
  view('fresh', 'fresh-1', '/blog', '2024-03-06T10:00:00Z'),
  view('fresh', 'fresh-1', '/', '2024-03-06T10:01:00Z'),
  view('fresh', 'fresh-2', '/shop', '2024-03-07T10:00:00Z'),
  view('back', 'back-1', '/blog', '2024-03-08T10:00:00Z'),
  pay('old', 20, '2024-03-31T10:00:00Z'),
  pay('back', 5, '2024-03-08T11:00:00Z', true),
  // Of nobody who was seen.
  pay('unseen', 7, '2024-03-09T10:00:00Z'),
  buildIdentity(sender, { website_id, visitor_id: 'fresh', external_id: 'u1' }, 'server'),
];

const march = { from: '2024-03-01', to: '2024-03-31' };

describe.each(arrivals)('filters by records that arrive %s', (arrival) => {
  const stage = useStage(records, { forDashboard: true, arrival });
  const figures = async (query: Record<string, string>) => {
    const [row] = await stage.rows(headline, { ...march, ...query });
    return [row?.visitors, row?.sessions, row?.pageviews, row?.revenue];
  };

  it('are over all without any', async () => {
    expect(await figures({})).toEqual(['3', '4', '6', 22]);
  });

  it('take the page on which a session began', async () => {
    expect(await figures({ entry_page: '/blog' })).toEqual(['2', '2', '3', -5]);
    expect(await figures({ entry_page: 'is_not:/blog' })).toEqual(['2', '2', '3', 27]);
    expect(await figures({ entry_page: 'starts_with:/s' })).toEqual(['1', '1', '1', 0]);
    const rows = await stage.rows(exitPages, { ...march, entry_page: '/blog' });
    expect(rows.map(({ path, sessions }) => [path, sessions])).toEqual([
      ['/', '1'],
      ['/blog', '1'],
    ]);
  });

  it('take the page on which it ended', async () => {
    expect(await figures({ exit_page: '/shop' })).toEqual(['2', '2', '3', 20]);
    expect(await figures({ exit_page: 'matches:^/$' })).toEqual(['1', '1', '2', 0]);
    const rows = await stage.rows(entryPages, { ...march, exit_page: '/shop', entry_page: '/' });
    expect(rows.map(({ path, sessions }) => [path, sessions])).toEqual([['/', '1']]);
  });

  it('take who has ever paid; money that only went back is no payment', async () => {
    expect(await figures({ paying: 'yes' })).toEqual(['1', '1', '2', 20]);
    expect(await figures({ paying: 'no' })).toEqual(['2', '3', '4', 2]);
    expect(await figures({ paying: 'is_not:yes' })).toEqual(await figures({ paying: 'is:no' }));
  });

  it('take who is known by an ID, also before they were', async () => {
    expect(await figures({ identified: 'yes' })).toEqual(['1', '2', '3', 0]);
    expect(await figures({ identified: 'no' })).toEqual(['2', '2', '3', 22]);
  });

  it('take first sessions and later ones, whenever the first was', async () => {
    expect(await figures({ visitor_type: 'new' })).toEqual(['2', '2', '3', -5]);
    expect(await figures({ visitor_type: 'returning' })).toEqual(['2', '2', '3', 27]);
  });

  it('hold in every report alike', async () => {
    const viewed = await stage.rows(pages, { ...march, visitor_type: 'returning' });
    expect(Object.fromEntries(viewed.map(({ path, views }) => [path, views]))).toEqual({
      '/': '1',
      '/shop': '2',
    });
    expect(await stage.rows(countries, { ...march, identified: 'yes' })).toMatchObject([
      { country: 'DE', visitors: '1', sessions: '2', pageviews: '3' },
    ]);
  });

  it('hold in funnels', async () => {
    const steps = 'page:/,page:/shop';
    const reached = async (query: Record<string, string>) =>
      (await stage.rows(funnel, { ...march, steps, ...query })).map(({ visitors }) => visitors);
    expect(await reached({})).toEqual(['2', '2']);
    expect(await reached({ page: '/shop' })).toEqual(['1', '1']);
  });

  it('refuse what is no answer', async () => {
    for (const query of [
      { paying: 'maybe' },
      { paying: 'yes,no' },
      { identified: 'contains:y' },
      { visitor_type: 'old' },
    ]) {
      await expect(stage.rows(headline, { ...march, ...query })).rejects.toMatchObject({
        code: 'invalid_filter',
      });
    }
  });
});

describe('the API', () => {
  const stage = useStage(records);

  it('goes on without them', async () => {
    const days = { from_date: march.from, to_date: march.to };
    await expect(stage.rows(countries, { ...days, entry_page: '/' })).rejects.toMatchObject({
      code: 'unsupported_filter',
    });
    const all = await stage.rows(countries, march);
    for (const query of [
      { paying: 'yes' },
      { identified: 'yes' },
      { visitor_type: 'new' },
      { exit_page: '/' },
    ])
      expect(await stage.rows(countries, { ...march, ...query })).toEqual(all);
  });
});
