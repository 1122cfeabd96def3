import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeDeployments } from '../../harness/deployments.ts';
import { buildDays, buildPageRows, buildTailRows, type ModelRecord } from './model.ts';
import { addresses, type Sender, useRecords } from './records.ts';

const minuteMs = 60_000;
const start = Date.UTC(2024, 2, 1);
const range = { from: Date.UTC(2024, 2, 2), to: Date.UTC(2024, 2, 6) };
const days = { from_date: '2024-03-02', to_date: '2024-03-05' };
const ipOf: Record<string, string> = {
  DE: addresses.germany,
  US: addresses.unitedStates,
  ZZ: addresses.nowhere,
};

const anyRecord = fc.record({
  kind: fc.constantFrom<ModelRecord['kind']>('pageview', 'pageview', 'pageview', 'custom', 'goal', 'payment'),
  visitor: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  session: fc.constantFrom('1', '2', '3', '4'),
  minute: fc.integer({ min: 0, max: 6 * 24 * 60 }),
  path: fc.constantFrom('/a', '/b', '/c'),
  host: fc.constantFrom('', 'example.org', 'example.net'),
  country: fc.constantFrom('DE', 'US', 'ZZ'),
  amountCents: fc.integer({ min: -500, max: 9999 }),
});

/** The same on every run; sent in this order, which is not the order of their times. */
function buildRecords(seed: number): ModelRecord[] {
  const [sample = []] = fc.sample(
    fc.uniqueArray(anyRecord, { minLength: 90, maxLength: 90, selector: ({ minute }) => minute }),
    { seed, numRuns: 1 },
  );
  return sample.map(({ minute, session, ...record }) => ({
    ...record,
    session: `${record.visitor}${session}`,
    ts: start + minute * minuteMs,
    amountCents: record.kind === 'payment' ? record.amountCents : 0,
  }));
}

async function send(sender: Sender, record: ModelRecord): Promise<void> {
  const { kind, visitor, session, ts, path, host, country } = record;
  if (kind === 'goal') return sender.goal(visitor, ts);
  if (kind === 'payment') return sender.payment(visitor, ts, record.amountCents / 100);
  const fields = { path, referrer: host && `https://www.${host}/`, ip: ipOf[country] };
  return kind === 'custom'
    ? sender.custom(visitor, session, ts, fields)
    : sender.view(visitor, session, ts, fields);
}

describeDeployments('Reports over records in any order', (deployment) => {
  const records = buildRecords(20_240_301);
  const tenant = useRecords(deployment, async (sender) => {
    for (const record of records) await send(sender, record);
  });

  it('agree by referrer', async () => {
    const rows = buildTailRows(records, range, (session) => session?.first.host || '(direct)');
    expect(await tenant().rows('/pixel/analytics/referrers', days)).toEqual(
      rows.map(([value, tail]) => ({ value, referrer: value, ...tail })),
    );
  });

  it('agree by country, filtered by the source or by a page of the session', async () => {
    const countryOf = (session: { first: ModelRecord } | undefined) => session?.first.country ?? 'ZZ';
    const rowsOf = async (query: Record<string, string>) =>
      (await tenant().rows('/pixel/analytics/countries', { ...days, ...query })).map(
        ({ country, ...tail }) => [country, tail],
      );
    expect(await rowsOf({})).toEqual(buildTailRows(records, range, countryOf));
    expect(await rowsOf({ referrer: 'is_not:example.org' })).toEqual(
      buildTailRows(records, range, countryOf, (session) => session?.first.host !== 'example.org'),
    );
    const viewed = (session: { hits: ModelRecord[] } | undefined) =>
      session?.hits.some(({ kind, path }) => kind === 'pageview' && path === '/b') ?? false;
    expect(await rowsOf({ page: '/b' })).toEqual(buildTailRows(records, range, countryOf, viewed));
    expect(await rowsOf({ page: 'is_not:/b' })).toEqual(
      buildTailRows(records, range, countryOf, (session) => !viewed(session)),
    );
  });

  it('agree by page', async () => {
    expect(await tenant().rows('/pixel/analytics/pages', days)).toEqual(buildPageRows(records, range));
  });

  it.each([
    'visitors',
    'sessions',
    'pageviews',
    'conversions',
    'revenue',
    'bounce_rate',
    'session_time',
    'conversion_rate',
  ])('agree by day on %s', async (metric) => {
    const rows = await tenant().rows('/pixel/analytics/timeseries', { ...days, metric });
    expect(rows.map(({ value }) => value)).toEqual(buildDays(records, range, metric));
  });
});
