import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { bounced, march, useRecords } from './records.ts';

const path = '/pixel/analytics/referrers';

describeOneServer('GET /pixel/analytics/referrers', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    const visits: [visitor: string, fields: Record<string, string>][] = [
      ['a', { referrer: 'https://www.example.org/article?page=2' }],
      [
        'b',
        {
          referrer: 'https://news.ycombinator.com/',
          utm_source: 'newsletter',
          utm_medium: 'email',
          utm_campaign: 'spring',
        },
      ],
      ['c', {}],
      ['d', { referrer: 'https://www.google.com/' }],
      ['e', { referrer: 'https://www.bing.com/search?q=web+analytics' }],
      ['f', { utm_source: 'google', utm_medium: 'cpc', utm_term: 'shoes' }],
      ['g', { referrer: 'https://shop.example.com/cart' }],
      ['h', { referrer: 'https://checkout.stripe.com/pay' }],
    ];
    for (const [visitor, fields] of visits) await send.view(visitor, visitor, '2024-03-04T10:00:00Z', fields);
    // The source of a session is that of its first record.
    await send.view('c', 'late', '2024-03-05T10:00:00Z');
    await send.view('c', 'late', '2024-03-05T10:00:20Z', {
      referrer: 'https://example.net/',
      utm_source: 'x',
    });
  });
  const day = { from_date: '2024-03-04', to_date: '2024-03-04' };

  const cases: [mode: string, rows: [value: string, visitors: number][]][] = [
    [
      'referrer',
      // c came directly, f by a tagged link, g from an own subdomain, h from a payment gateway.
      [
        ['(direct)', 4],
        ['bing.com', 1],
        ['example.org', 1],
        ['google.com', 1],
        ['news.ycombinator.com', 1],
      ],
    ],
    [
      'utm_source',
      [
        ['(none)', 6],
        ['google', 1],
        ['newsletter', 1],
      ],
    ],
    [
      'utm_campaign',
      [
        ['(none)', 7],
        ['spring', 1],
      ],
    ],
    [
      'keyword',
      // f has utm_term; e a term in the referrer; d came from a search engine that tells none.
      [
        ['(none)', 5],
        ['(not provided)', 1],
        ['shoes', 1],
        ['web analytics', 1],
      ],
    ],
    [
      'channel',
      [
        ['Direct', 3],
        ['Organic Search', 2],
        ['Email', 1],
        ['Paid Search', 1],
        ['Referral', 1],
      ],
    ],
  ];

  it.each(cases)('groups by %s', async (mode, rows) => {
    expect(await tenant().rows(path, { ...day, mode })).toEqual(
      rows.map(([value, visitors]) => ({ value, [mode]: value, ...bounced(visitors) })),
    );
  });

  it('groups by referrer when no mode is given', async () => {
    expect(await tenant().rows(path, day)).toEqual(await tenant().rows(path, { ...day, mode: 'referrer' }));
  });

  it('keeps a session under the source of its first record', async () => {
    const rows = await tenant().rows(path, { from_date: '2024-03-05', to_date: '2024-03-05' });
    expect(rows).toEqual([
      {
        value: '(direct)',
        referrer: '(direct)',
        visitors: '1',
        sessions: '1',
        pageviews: '2',
        bounces: '0',
        bounce_rate: 0,
        avg_session_seconds: 20,
        conversions: '0',
        conversion_rate: 0,
        revenue: 0,
      },
    ]);
  });

  it('cuts to the limit after sorting', async () => {
    const rows = await tenant().rows(path, { ...march, limit: 2, mode: 'utm_source' });
    expect(rows.map(({ value }) => value)).toEqual(['(none)', 'google']);
  });
});
