/** The channel Direct and (direct) among the referrers are not the same: what is between them is told. */
import { describe, expect, it } from 'vitest';
import { direct } from '../../src/reports/direct.ts';
import { referrers } from '../../src/reports/referrers.ts';
import { trafficSources } from '../../src/reports/traffic-sources.ts';
import { arrivals, hit, useStage } from './stage.ts';

const march = { from: '2024-03-01', to: '2024-03-31' };

describe.each(arrivals)('direct visits of records that arrive %s', (arrival) => {
  const stage = useStage(
    [
      hit({ visitor_id: 'ann', session_id: 'a1' }, '2024-03-04T10:00:00Z'),
      // The same person by a link in a mail, which has no referring host.
      hit(
        { visitor_id: 'ann', session_id: 'a2', utm_source: 'newsletter', utm_medium: 'email' },
        '2024-03-05T10:00:00Z',
      ),
      hit({ visitor_id: 'bob', session_id: 'b' }, '2024-03-05T10:00:00Z'),
      // A medium alone.
      hit({ visitor_id: 'cem', session_id: 'c', utm_medium: 'email' }, '2024-03-05T10:00:00Z'),
      hit({ visitor_id: 'dot', session_id: 'd', referrer: 'https://example.org/' }, '2024-03-05T10:00:00Z'),
    ],
    { forDashboard: true, arrival },
  );
  const visitorsBy = async (mode: string, value: string) =>
    (await stage.rows(referrers, { ...march, mode })).find((row) => row.value === value)?.visitors;

  it('are told apart from those without a referring host', async () => {
    const [row] = await stage.rows(direct, march);
    expect(row).toEqual({
      visitors: '2',
      sessions: '2',
      without_referrer_visitors: '3',
      without_referrer_sessions: '4',
      tagged_visitors: '2',
      tagged_sessions: '2',
    });
    expect(await visitorsBy('channel', 'Direct')).toBe('2');
    expect(await visitorsBy('referrer', '(direct)')).toBe('3');
    const sources = await stage.rows(trafficSources, march);
    expect(sources.map(({ channel, source, visitors }) => [channel, source, visitors])).toEqual([
      ['Direct', '(direct)', '2'],
      ['Email', '(direct)', '1'],
      ['Email', 'newsletter', '1'],
      ['Referral', 'example.org', '1'],
    ]);
  });

  it('take filters, and are nothing where there are none', async () => {
    expect(await stage.rows(direct, { ...march, utm_medium: 'email' })).toMatchObject([
      { visitors: '0', without_referrer_visitors: '2', tagged_visitors: '2', tagged_sessions: '2' },
    ]);
    expect(await stage.rows(direct, { from: '2023-01-01', to: '2023-01-02' })).toMatchObject([
      { visitors: '0', sessions: '0', without_referrer_sessions: '0', tagged_sessions: '0' },
    ]);
  });
});
