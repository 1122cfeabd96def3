import { beforeAll, describe, expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { march } from './records.ts';

const dayReports = [
  'pages',
  'referrers',
  'campaigns',
  'hostnames',
  'countries',
  'devices',
  'browsers',
  'operating-systems',
].map((name) => `/pixel/analytics/${name}`);
const series = ['/pixel/analytics/timeseries', '/pixel/analytics/timeseries/breakdown'];
const live = ['realtime', 'realtime/map', 'overview'].map((name) => `/pixel/analytics/${name}`);
const named = ['/pixel/visitors/a', '/pixel/goals/signup/metadata'];
const allReports = [...dayReports, ...series, ...live, ...named];
const supported = [
  'country',
  'device',
  'browser',
  'os',
  'referrer',
  'page',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
];

describeOneServer('Parameters of reports', (deployment) => {
  let tenant: Tenant;
  let foreign: Tenant;
  beforeAll(async () => {
    tenant = await deployment.tenant();
    foreign = await deployment.tenant();
  });

  type Query = Record<string, string | readonly string[]>;
  async function refusalOf(path: string, query: Query) {
    const { status, body, headers } = await tenant.get(path, query);
    expect(body).toMatchObject({ status: 'error', meta: { request_id: headers.get('x-request-id') } });
    return [status, body.error.code];
  }
  const own = (query: Query) => ({ website_id: tenant.website, ...query });

  it.each(allReports)('%s needs a website of the workspace', async (path) => {
    expect(await refusalOf(path, march)).toEqual([400, 'website_id_required']);
    expect(await refusalOf(path, { ...march, website_id: '' })).toEqual([400, 'website_id_required']);
    for (const website_id of [foreign.website, tenant.websiteUuid, 'ff_unknown', `${tenant.website} `]) {
      expect(await refusalOf(path, { ...march, website_id })).toEqual([403, 'forbidden']);
    }
    const twice = { ...march, website_id: [tenant.website, tenant.website] };
    expect(await refusalOf(path, twice)).toEqual([400, 'invalid_website_id']);
  });

  it.each(allReports)('%s refuses filters that are not supported', async (path) => {
    for (const filter of ['region', 'city', 'source', 'via', 'entry_page', 'hostname']) {
      const { status, body } = await tenant.get(path, own({ ...march, [filter]: 'x' }));
      expect(status).toBe(400);
      expect(body.error).toEqual({
        code: 'unsupported_filter',
        message: expect.any(String),
        details: { filter, supported },
      });
    }
  });

  it.each(dayReports)('%s needs both dates', async (path) => {
    const [code, { from_date, to_date }] = ['from_date_and_to_date_required', march];
    for (const query of [{}, { from_date }, { to_date }, { from_date, to_date: '' }, { to_date: 'x' }]) {
      expect(await refusalOf(path, own(query))).toEqual([400, code]);
    }
  });

  it.each([...dayReports, ...series])('%s takes real calendar days in order', async (path) => {
    for (const day of [
      '2024-02-30',
      '2023-02-29',
      '01.03.2024',
      '2024-3-1',
      '2024-03-01T00:00:00Z',
      'today',
    ]) {
      expect(await refusalOf(path, own({ ...march, from_date: day }))).toEqual([400, 'invalid_from_date']);
      expect(await refusalOf(path, own({ ...march, to_date: day }))).toEqual([400, 'invalid_to_date']);
    }
    const backwards = { from_date: '2024-03-02', to_date: '2024-03-01' };
    expect(await refusalOf(path, own(backwards))).toEqual([400, 'invalid_to_date']);
    const twice = { ...march, from_date: ['2024-03-01', '2024-03-01'] };
    expect(await refusalOf(path, own(twice))).toEqual([400, 'invalid_from_date']);
    expect((await tenant.get(path, own({ from_date: '2024-02-29', to_date: '2024-02-29' }))).status).toBe(
      200,
    );
  });

  it('reads from_date of goal metadata alone', async () => {
    const path = '/pixel/goals/signup/metadata';
    expect(await refusalOf(path, own({ from_date: 'x' }))).toEqual([400, 'invalid_from_date']);
    expect((await tenant.get(path, own({ to_date: 'x' }))).status).toBe(200);
  });

  it.each(allReports)('%s takes a whole number of at least 1 as limit', async (path) => {
    for (const limit of ['0', '-1', '1.5', 'abc', '', '1e3', ' 5']) {
      expect(await refusalOf(path, own({ ...march, limit }))).toEqual([400, 'invalid_limit']);
    }
    expect(await refusalOf(path, own({ ...march, limit: ['1', '2'] }))).toEqual([400, 'invalid_limit']);
    for (const limit of ['1', '1001', '9'.repeat(30)]) {
      expect((await tenant.get(path, own({ ...march, limit }))).status).toBe(200);
    }
  });

  describe('parameters of single reports', () => {
    const referrers = '/pixel/analytics/referrers';
    const timeseries = '/pixel/analytics/timeseries';
    it.each([
      [referrers, 'mode', ['source', 'Referrer', ''], 'invalid_mode'],
      [timeseries, 'metric', ['clicks', 'Visitors', '', 'constructor'], 'invalid_metric'],
      [timeseries, 'granularity', ['minute', 'DAY', ''], 'invalid_granularity'],
      [timeseries, 'lookback_days', ['0', '-3', '1.5', 'all', '', '36526'], 'invalid_lookback_days'],
      [timeseries, 'tz', ['Mars/Phobos', '+01:00', 'PST', '', 'Europe'], 'invalid_tz'],
    ] as const)('%s refuses a bad or repeated %s', async (path, name, values, code) => {
      for (const value of values) {
        expect(await refusalOf(path, own({ ...march, [name]: value }))).toEqual([400, code]);
      }
      expect(await refusalOf(path, own({ ...march, [name]: ['a', 'b'] }))).toEqual([400, code]);
      if (path === timeseries) {
        const breakdown = `${timeseries}/breakdown`;
        expect(await refusalOf(breakdown, own({ ...march, [name]: values[0] }))).toEqual([400, code]);
      }
    });

    it.each([
      [referrers, 'mode', ['referrer', 'utm_source', 'utm_campaign', 'keyword', 'channel']],
      [timeseries, 'granularity', ['hour', 'day', 'week', 'month']],
      [timeseries, 'metric', expect.arrayContaining(['visitors', 'revenue', 'conversion_rate'])],
      ['/pixel/metrics/retention-cohorts', 'granularity', ['day', 'week', 'month']],
      ['/pixel/metrics/attributed-revenue', 'model', expect.arrayContaining(['linear'])],
    ])('%s says which %s there is, also when it is empty or repeated', async (path, name, names) => {
      for (const value of ['nothing', '', ['day', 'day'], [names[0] ?? 'visitors', '']]) {
        const { body } = await tenant.get(path, own({ ...march, [name]: value }));
        expect([body.error.code, body.error.details]).toEqual([`invalid_${name}`, { supported: names }]);
      }
    });

    it('says how far lookback_days may go', async () => {
      const { body } = await tenant.get(timeseries, own({ lookback_days: '36526' }));
      expect(body.error.message).toContain('from 1 to 36,525');
      const farthest = { lookback_days: '36525', granularity: 'month' };
      expect((await tenant.get(timeseries, own(farthest))).status).toBe(200);
    });

    it('ignores parameters that the report does not have', async () => {
      const query = own({ ...march, mode: 'nothing', metric: 'nothing', tz: 'nowhere', colour: 'red' });
      expect((await tenant.get('/pixel/analytics/pages', query)).status).toBe(200);
      expect((await tenant.get('/pixel/analytics/overview', own({ from_date: 'x' }))).status).toBe(200);
    });
  });

  it('checks the website, then filters, then dates, then the rest', async () => {
    const wrong: [name: string, value: string, code: string][] = [
      ['website_id', '', 'website_id_required'],
      ['website_id', foreign.website, 'forbidden'],
      ['city', 'Berlin', 'unsupported_filter'],
      ['from_date', 'x', 'invalid_from_date'],
      ['to_date', 'x', 'invalid_to_date'],
      ['mode', 'x', 'invalid_mode'],
    ];
    for (const [index, [, , code]] of wrong.entries()) {
      const rest = wrong.slice(index).toReversed();
      const query = own({ ...march, ...Object.fromEntries(rest.map(([name, value]) => [name, value])) });
      expect((await refusalOf('/pixel/analytics/referrers', query))[1]).toBe(code);
    }
    for (const other of [{ limit: '0' }, { mode: 'x' }, { country: Array(21).fill('x') }] as Query[]) {
      const query = own({ ...other, from_date: '2024-03-01' });
      const [, code] = await refusalOf('/pixel/analytics/referrers', query);
      expect(code).toBe('from_date_and_to_date_required');
    }
    const lookback = own({ from_date: 'x', granularity: 'x', tz: 'x', lookback_days: 'x', metric: 'x' });
    expect((await refusalOf('/pixel/analytics/timeseries', lookback))[1]).toBe('invalid_from_date');
  });
});
