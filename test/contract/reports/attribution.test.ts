import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { march, tail, useRecords } from './records.ts';

const referrers = '/pixel/analytics/referrers';

describeOneServer('Conversions and revenue in rows', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    await send.view('a', 'a1', '2024-03-01T10:00:00Z', { referrer: 'https://example.org/' });
    await send.view('a', 'a1', '2024-03-01T10:02:00Z');
    await send.goal('a', '2024-03-01T12:00:00Z');
    await send.payment('a', '2024-03-02T09:59:59.999Z', 49.9);
    await send.view('a', 'a2', '2024-03-02T10:00:00Z', { referrer: 'https://www.google.com/' });
    await send.payment('a', '2024-03-02T10:00:00Z', 10.1);
    await send.custom('a', 'a2', '2024-03-02T10:00:30Z');

    await send.view('b', 'b1', '2024-02-20T10:00:00Z', { referrer: 'https://news.ycombinator.com/' });
    await send.payment('b', '2024-03-03T10:00:00Z', 5);

    await send.goal('c', '2024-03-03T10:00:00Z');
    await send.payment('c', '2024-03-03T10:00:00Z', 7.25);

    await send.payment('d', '2024-03-04T10:00:00Z', 3);
    await send.view('d', 'd1', '2024-03-05T10:00:00Z', { referrer: 'https://www.bing.com/' });
  });
  const named = (value: string) => ({ value, referrer: value });

  it("credits the visitor's last session that began at or before", async () => {
    expect(await tenant().rows(referrers, march)).toEqual([
      {
        ...named('bing.com'),
        ...tail({ visitors: '1', sessions: '1', pageviews: '1', bounces: '1', bounce_rate: 100 }),
      },
      // a1: from 10:00 to 10:02; the goal at noon, the payment a millisecond before a2.
      {
        ...named('example.org'),
        ...tail({
          visitors: '1',
          sessions: '1',
          pageviews: '2',
          avg_session_seconds: 120,
          conversions: '1',
          conversion_rate: 100,
          revenue: 49.9,
        }),
      },
      // a2: one pageview, but a custom event too, so no bounce; the payment in its first instant.
      {
        ...named('google.com'),
        ...tail({
          visitors: '1',
          sessions: '1',
          pageviews: '1',
          avg_session_seconds: 30,
          conversions: '1',
          conversion_rate: 100,
          revenue: 10.1,
        }),
      },
      // c has no session, d none yet when paying: 7.25 + 3.
      { ...named('(direct)'), ...tail({ conversions: '1', revenue: 10.25 }) },
      // b's session began before the range.
      { ...named('news.ycombinator.com'), ...tail({ revenue: 5 }) },
    ]);
  });

  it('counts goals and payments as no traffic, and each visitor once', async () => {
    // Visitors a and d; sessions a1, a2, d1 of 120, 30 and 0 s, of which d1 bounced; the goals of a and c and the
    // custom event; of the two visitors a converted, and c was none of them; 49.9 + 10.1 + 5 + 7.25 + 3.
    const all = tail({
      visitors: '2',
      sessions: '3',
      pageviews: '4',
      bounces: '1',
      bounce_rate: 33.33,
      avg_session_seconds: 50,
      conversions: '3',
      conversion_rate: 50,
      revenue: 75.25,
    });
    expect(await tenant().rows('/pixel/analytics/countries', march)).toEqual([{ country: 'ZZ', ...all }]);
    expect(await tenant().rows('/pixel/analytics/devices', march)).toEqual([{ device: 'unknown', ...all }]);
    expect(await tenant().rows('/pixel/analytics/browsers', march)).toEqual([{ browser: 'unknown', ...all }]);
    expect(await tenant().rows('/pixel/analytics/operating-systems', march)).toEqual([
      { os: 'unknown', ...all },
    ]);
  });

  it('narrows goals and payments with their session', async () => {
    expect(await tenant().rows(referrers, { ...march, referrer: 'news.ycombinator.com' })).toEqual([
      { ...named('news.ycombinator.com'), ...tail({ revenue: 5 }) },
    ]);
    expect(await tenant().rows(referrers, { ...march, referrer: '(none)' })).toEqual([
      { ...named('(direct)'), ...tail({ conversions: '1', revenue: 10.25 }) },
    ]);
  });

  it('cuts to the limit after sorting', async () => {
    const rows = await tenant().rows(referrers, { ...march, limit: 2 });
    expect(rows.map(({ value }) => value)).toEqual(['bing.com', 'example.org']);
    expect(await tenant().rows(referrers, { ...march, limit: 5000 })).toHaveLength(5);
  });
});

describeOneServer('A session over the edge of the range', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    await send.view('a', 's', '2024-02-29T23:59:00Z', { referrer: 'https://example.org/' });
    await send.view('a', 's', '2024-03-01T00:01:00Z');
    await send.custom('a', 's', '2024-03-01T00:02:00Z');
  });

  it('counts as a session where it began, and its records where they happened', async () => {
    const february = { from_date: '2024-02-01', to_date: '2024-02-29' };
    const named = { value: 'example.org', referrer: 'example.org' };
    // Its whole length is 180 s, and its later records keep it from being a bounce.
    expect(await tenant().rows(referrers, february)).toEqual([
      { ...named, ...tail({ visitors: '1', sessions: '1', pageviews: '1', avg_session_seconds: 180 }) },
    ]);
    expect(await tenant().rows(referrers, march)).toEqual([
      { ...named, ...tail({ visitors: '1', pageviews: '1', conversions: '1', conversion_rate: 100 }) },
    ]);
  });
});
