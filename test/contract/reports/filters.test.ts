import { describe, expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { addresses, bounced, march, tail, useRecords, userAgents } from './records.ts';

/** Three sessions that differ in every fact: `full` has them all, `other` has others, `bare` has none. */
describeOneServer('Filters', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    const full = {
      ip: addresses.germany,
      user_agent: userAgents.chromeOnWindows,
      referrer: 'https://www.example.org/x',
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'spring,sale',
      utm_term: 'shoes',
      utm_content: 'top',
    };
    await send.view('full', 'full', '2024-03-04T10:00:00Z', { ...full, path: '/' });
    await send.view('full', 'full', '2024-03-04T10:00:40Z', { path: '/pricing' });
    await send.view('other', 'other', '2024-03-04T11:00:00Z', {
      ip: addresses.unitedStates,
      user_agent: userAgents.safariOnIphone,
      referrer: 'https://google.com/',
      utm_source: 'ads',
      utm_medium: 'cpc',
      utm_campaign: 'Spring',
      utm_term: 'boots',
      utm_content: 'bottom',
      path: '/pricing',
    });
    await send.view('bare', 'bare', '2024-03-04T12:00:00Z', { path: '/blog/a' });
  });

  const shownAs: Record<string, string> = {
    'example.org': 'full',
    'google.com': 'other',
    '(direct)': 'bare',
  };
  /** The sessions that a filter leaves, told by the host they came from. */
  async function sessionsLeft(query: Record<string, string | string[]>): Promise<string[]> {
    const rows = await tenant().rows('/pixel/analytics/referrers', { ...march, ...query });
    return rows.map(({ value }) => shownAs[String(value)] ?? String(value)).sort();
  }

  describe('each filter', () => {
    it.each([
      [{ country: 'DE' }, ['full']],
      [{ device: 'desktop' }, ['full']],
      [{ device: 'mobile' }, ['other']],
      [{ browser: 'Chrome' }, ['full']],
      [{ os: 'iOS' }, ['other']],
      [{ referrer: 'example.org' }, ['full']],
      [{ referrer: 'www.Example.ORG' }, ['full']],
      [{ ref: 'starts_with:WWW.exa' }, ['full']],
      [{ ref: 'example.org' }, ['full']],
      [{ page: '/pricing' }, ['full', 'other']],
      [{ utm_source: 'newsletter' }, ['full']],
      [{ utm_medium: 'email' }, ['full']],
      [{ utm_campaign: 'Spring' }, ['other']],
      [{ utm_term: 'shoes' }, ['full']],
      [{ utm_content: 'top' }, ['full']],
    ])('%j', async (query, left) => {
      expect(await sessionsLeft(query as Record<string, string>)).toEqual(left);
    });

    it.each([
      'country',
      'device',
      'browser',
      'os',
      'referrer',
      'ref',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
    ])('%s takes (none) for the empty value', async (name) => {
      expect(await sessionsLeft({ [name]: '(none)' })).toEqual(['bare']);
      expect(await sessionsLeft({ [name]: 'is_not:(none)' })).toEqual(['full', 'other']);
    });
  });

  describe('each operator', () => {
    it.each([
      ['is:newsletter', ['full']],
      ['newsletter,ads', ['full', 'other']],
      ['is:newsletter,(none)', ['bare', 'full']],
      ['is_not:newsletter', ['bare', 'other']],
      ['is_not:newsletter,ads', ['bare']],
      ['is_not:newsletter,(none)', ['other']],
      ['contains:letter', ['full']],
      ['contains:letter,ad', ['full', 'other']],
      ['contains_not:letter', ['bare', 'other']],
      ['contains_not:letter,ad', ['bare']],
      ['starts_with:news', ['full']],
      ['starts_with:news,ad', ['full', 'other']],
      ['ends_with:ter', ['full']],
      ['ends_with:ter,ds', ['full', 'other']],
      ['matches:^n.*r$', ['full']],
      ['matches:^n,^a', ['full', 'other']],
      ['matches:^(newsletter|ads)$', ['full', 'other']],
      ['matches:^[a-z]{1\\,3}$', ['other']],
      ['matches_not:^n', ['bare', 'other']],
      ['matches_not:^n,^$', ['other']],
      // Case counts, and an unknown word before a colon is part of the value.
      ['Newsletter', []],
      ['contains:LETTER', []],
      ['like:newsletter', []],
      ['is_not:like:newsletter', ['bare', 'full', 'other']],
      // Text stays text: no pattern, no SQL.
      ['contains:.', []],
      ['contains:%', []],
      ["x' OR 1=1 --", []],
    ])('utm_source=%s', async (value, left) => {
      expect(await sessionsLeft({ utm_source: value })).toEqual(left);
    });

    it('reads a comma inside a value', async () => {
      expect(await sessionsLeft({ utm_campaign: 'spring\\,sale' })).toEqual(['full']);
      expect(await sessionsLeft({ utm_campaign: 'spring\\,sale,Spring' })).toEqual(['full', 'other']);
      expect(await sessionsLeft({ utm_campaign: 'contains:\\,' })).toEqual(['full']);
      expect(await sessionsLeft({ utm_campaign: 'spring,sale' })).toEqual([]);
    });

    it('takes a repeated parameter as a list', async () => {
      expect(await sessionsLeft({ country: ['DE', 'US'] })).toEqual(['full', 'other']);
      expect(await sessionsLeft({ country: ['is_not:DE', 'US'] })).toEqual(['bare']);
    });

    it('narrows further with each filter', async () => {
      expect(await sessionsLeft({ page: '/pricing', country: 'DE' })).toEqual(['full']);
      expect(await sessionsLeft({ country: 'DE', browser: 'Safari' })).toEqual([]);
      expect(await sessionsLeft({ referrer: 'is_not:google.com', ref: 'is_not:example.org' })).toEqual([
        'bare',
      ]);
    });

    it('takes 20 values and a pattern of 500 characters', async () => {
      const twenty = [...Array.from({ length: 19 }, (_, index) => `x${index}`), 'ads'].join(',');
      expect(await sessionsLeft({ utm_source: twenty })).toEqual(['other']);
      expect(await sessionsLeft({ utm_source: `matches:ads|${'x'.repeat(496)}` })).toEqual(['other']);
    });
  });

  it.each([
    ['21 values', Array(21).fill('x').join(',')],
    ['a pattern of 501 characters', `matches:${'x'.repeat(501)}`],
    ['no pattern of RE2', 'matches:('],
    ['what RE2 does not know', 'matches_not:(?=a)b'],
  ])('refuses %s', async (_, value) => {
    const reports = ['pages', 'countries', 'devices', 'browsers', 'operating-systems'];
    const places = [
      ...['utm_source', 'page', 'ref'].map((name) => ['referrers', name]),
      ...reports.map((report) => [report, 'utm_source']),
    ] as [report: string, name: string][];
    for (const [report, name] of places) {
      const { status, body } = await tenant().get(`/pixel/analytics/${report}`, {
        website_id: tenant().website,
        ...march,
        [name]: value,
      });
      expect(status).toBe(400);
      expect(body.error).toEqual({
        code: 'invalid_filter',
        message: expect.any(String),
        details: { filter: name, reason: expect.any(String) },
      });
    }
  });

  const ofFull = tail({ visitors: '1', sessions: '1', pageviews: '2', avg_session_seconds: 40 });
  it.each([
    ['referrers', { value: 'example.org', referrer: 'example.org' }],
    ['countries', { country: 'DE' }],
    ['devices', { device: 'desktop' }],
    ['browsers', { browser: 'Chrome' }],
    ['operating-systems', { os: 'Windows' }],
  ])('narrow %s to whole sessions', async (report, dimension) => {
    const rowsOf = (query: Record<string, string>) =>
      tenant().rows(`/pixel/analytics/${report}`, { ...march, ...query });
    expect(await rowsOf({ utm_source: 'newsletter' })).toEqual([{ ...dimension, ...ofFull }]);
    // The second page of the session selects all of it.
    expect(await rowsOf({ page: '/pricing', country: 'DE' })).toEqual([{ ...dimension, ...ofFull }]);
    expect(await rowsOf({ page: 'is_not:/blog/a,/never', os: 'is_not:iOS' })).toEqual([
      { ...dimension, ...ofFull },
    ]);
    expect(await rowsOf({ page: 'is_not:/pricing,/blog/a' })).toEqual([]);
  });

  it('narrow pages by session, and with page to views of that path', async () => {
    const rowsOf = (query: Record<string, string>) =>
      tenant().rows('/pixel/analytics/pages', { ...march, ...query });
    const home = { path: '/', views: '1', sessions: '1', bounces: '0', bounce_rate: 0, avg_time_seconds: 40 };
    const ofOne = { views: '1', sessions: '1', avg_time_seconds: 0 };
    const pricing = { path: '/pricing', ...ofOne, bounces: '0', bounce_rate: 0 };
    const blog = { path: '/blog/a', ...ofOne, bounces: '1', bounce_rate: 100 };
    const pricingOfBoth = { ...pricing, views: '2', sessions: '2', bounces: '1', bounce_rate: 50 };
    expect(await rowsOf({ country: 'DE' })).toEqual([home, pricing]);
    expect(await rowsOf({ page: '/pricing' })).toEqual([pricingOfBoth]);
    expect(await rowsOf({ page: '/pricing', country: 'DE' })).toEqual([pricing]);
    expect(await rowsOf({ page: 'is_not:/pricing' })).toEqual([home, blog]);
    expect(await rowsOf({ page: 'starts_with:/blog/' })).toEqual([blog]);
    expect(await rowsOf({ page: 'matches_not:^/p,^/$' })).toEqual([blog]);
    expect(await rowsOf({ page: '(none)' })).toEqual([]);
  });

  it.each([
    ['/pixel/analytics/campaigns', march],
    ['/pixel/analytics/hostnames', march],
    ['/pixel/analytics/timeseries', march],
    ['/pixel/analytics/timeseries/breakdown', march],
    ['/pixel/analytics/realtime', {}],
    ['/pixel/analytics/realtime/map', {}],
    ['/pixel/analytics/overview', {}],
    ['/pixel/visitors/full', {}],
    ['/pixel/goals/signup/metadata', {}],
  ])('are ignored by %s', async (path, query) => {
    const plain = await tenant().rows(path, query);
    expect(await tenant().rows(path, { ...query, country: 'DE', page: '/none', ref: 'matches:(' })).toEqual(
      plain,
    );
  });

  it('select by what the unknown values are shown as', async () => {
    expect(await sessionsLeft({ country: 'ZZ' })).toEqual(['bare']);
    expect(await sessionsLeft({ device: 'unknown' })).toEqual(['bare']);
    expect(await sessionsLeft({ referrer: '(direct)' })).toEqual(['bare']);
    const rows = await tenant().rows('/pixel/analytics/countries', {
      ...march,
      device: 'is_not:desktop,mobile',
    });
    expect(rows).toEqual([{ country: 'ZZ', ...bounced(1) }]);
  });
});
