import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { addresses, addWebsite, rowsOfAll, useRecords } from './records.ts';

const path = '/pixel/metrics/retention_cohorts';
const dayMs = 24 * 60 * 60_000;
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

const row = (cohort: string, period: number, size: number, retained: number, retention_rate: number) => ({
  cohort,
  period,
  cohort_size: String(size),
  retained: String(retained),
  retention_rate,
});

describeOneServer('retention_cohorts', (deployment) => {
  const tenant = useRecords(deployment, async (send, own) => {
    const visit = (visitor: string, day: string, ip = '') =>
      send.view(visitor, `${visitor} ${day}`, `2024-${day}T10:00:00Z`, { ip });
    await visit('a', '03-05', addresses.germany);
    await visit('a', '03-06', addresses.germany);
    await visit('a', '03-12');
    await visit('b', '03-06');
    // Seen before the range.
    await visit('c', '02-28');
    await visit('c', '03-05');
    await visit('d', '03-12');
    await send.custom('d', 'd again', '2024-03-20T10:00:00Z');
    // One person, since the two visitors are the same; goals and payments are no visit.
    await visit('phone', '03-06');
    await visit('laptop', '03-14');
    await send.identify('phone', 'erin');
    await send.identify('laptop', 'erin');
    await send.goal('b', '2024-03-20T10:00:00Z');
    await send.payment('b', '2024-03-20T10:00:00Z', 5);
    const sendToOther = await addWebsite(deployment, own);
    await sendToOther.view('b', 'b', '2024-03-14T10:00:00Z');
  });
  const threeWeeks = { from: '2024-03-04', to: '2024-03-24' };
  const rowsOf = (query: Record<string, string | number>) => tenant().rows(path, query);
  const weeks = [
    // a, b and the person of two visitors; a and that person came back.
    row('2024-03-04', 0, 3, 3, 100),
    row('2024-03-04', 1, 3, 2, 66.67),
    row('2024-03-04', 2, 3, 0, 0),
    row('2024-03-11', 0, 1, 1, 100),
    row('2024-03-11', 1, 1, 1, 100),
  ];

  it('follows persons by the week in which they were first seen', async () => {
    expect(await rowsOf(threeWeeks)).toEqual(weeks);
    expect(await rowsOf({ ...threeWeeks, granularity: 'week', limit: 2 })).toEqual(weeks.slice(0, 2));
  });

  it('starts a week on Monday, also before the range, and leaves out who came in it before the range', async () => {
    // a came on the 5th, so b and the person of two visitors are left.
    expect(await rowsOf({ from: '2024-03-06', to: '2024-03-13' })).toEqual([
      row('2024-03-04', 0, 2, 2, 100),
      // laptop came on the 14th, behind the range.
      row('2024-03-04', 1, 2, 0, 0),
      row('2024-03-11', 0, 1, 1, 100),
    ]);
  });

  it('by day', async () => {
    expect(await rowsOf({ from: '2024-03-05', to: '2024-03-07', granularity: 'day' })).toEqual([
      row('2024-03-05', 0, 1, 1, 100),
      row('2024-03-05', 1, 1, 1, 100),
      row('2024-03-05', 2, 1, 0, 0),
      row('2024-03-06', 0, 2, 2, 100),
      row('2024-03-06', 1, 2, 0, 0),
    ]);
  });

  it('by month, and over more buckets than a word has bits', async () => {
    expect(await rowsOf({ from: '2024-02-01', to: '2024-04-30', granularity: 'month' })).toEqual([
      row('2024-02-01', 0, 1, 1, 100),
      row('2024-02-01', 1, 1, 1, 100),
      row('2024-02-01', 2, 1, 0, 0),
      row('2024-03-01', 0, 4, 4, 100),
      row('2024-03-01', 1, 4, 0, 0),
    ]);
    // c came in February, so before the range.
    expect(await rowsOf({ from: '2024-03-01', to: '2024-03-31', granularity: 'month' })).toEqual([
      row('2024-03-01', 0, 4, 4, 100),
    ]);
    const days = await rowsOf({ from: '2023-10-01', to: '2024-03-31', granularity: 'day' });
    const seen = days
      .filter(({ retained }) => retained !== '0')
      .map(({ cohort, period }) => [cohort, period]);
    expect(seen).toEqual([
      ['2024-02-28', 0],
      ['2024-02-28', 6],
      ['2024-03-05', 0],
      ['2024-03-05', 1],
      ['2024-03-05', 7],
      ['2024-03-06', 0],
      ['2024-03-06', 8],
      ['2024-03-12', 0],
      ['2024-03-12', 8],
    ]);
  });

  it('keeps persons of websites apart', async () => {
    const rows = await rowsOfAll(tenant(), 'retention-cohorts', threeWeeks);
    expect(rows.slice(3)).toEqual([row('2024-03-11', 0, 2, 2, 100), row('2024-03-11', 1, 2, 1, 50)]);
    expect(rows.slice(0, 3)).toEqual(weeks.slice(0, 3));
  });

  it('knows sessions that pass alone', async () => {
    expect(await rowsOf({ ...threeWeeks, country: 'DE' })).toEqual([
      row('2024-03-04', 0, 1, 1, 100),
      row('2024-03-04', 1, 1, 0, 0),
      row('2024-03-04', 2, 1, 0, 0),
    ]);
    // Without its first two visits, a is first seen on the 12th; c was seen before the range by this too.
    const rows = await rowsOf({ ...threeWeeks, country: 'is_not:DE' });
    expect(rows.map(({ cohort, cohort_size }) => [cohort, cohort_size])).toEqual([
      ['2024-03-04', '2'],
      ['2024-03-04', '2'],
      ['2024-03-04', '2'],
      ['2024-03-11', '2'],
      ['2024-03-11', '2'],
    ]);
  });

  it('has no rows where nobody came', async () => {
    expect(await rowsOf({ from: '2023-01-01', to: '2023-01-31' })).toEqual([]);
    expect(await rowsOfAll(await deployment.tenant(), 'retention_cohorts', threeWeeks)).toEqual([]);
  });

  it.each([
    { granularity: 'hour' },
    { granularity: 'Week' },
    { granularity: '' },
    { granularity: ['day', 'day'] },
    { granularity: 'day', from: '1990-01-01', to: '2024-01-01' },
  ])('refuses %j', async (query) => {
    const { status, body } = await tenant().get(path, { ...threeWeeks, ...query });
    expect([status, body.error.code]).toEqual([400, 'invalid_granularity']);
  });
});

describeOneServer('retention_cohorts of today', (deployment) => {
  const now = Date.now();
  const send = async (visit: (visitor: string, ts: number) => Promise<void>) => {
    await visit('new', now - dayMs);
    await visit('new', now);
    await visit('old', now - 40 * dayMs);
    await visit('old', now - dayMs);
  };
  const tenant = useRecords(deployment, (sender) => send((visitor, ts) => sender.view(visitor, `${ts}`, ts)));
  const shortLived = useRecords(
    deployment,
    (sender) => send((visitor, ts) => sender.view(visitor, `${ts}`, ts)),
    { retentionDays: 30 },
  );
  const untilNextWeek = { from: dayOf(now - dayMs), to: dayOf(now + 7 * dayMs), granularity: 'day' };

  it('lists no period that has not begun', async () => {
    expect(await tenant().rows(path, untilNextWeek)).toEqual([
      row(dayOf(now - dayMs), 0, 1, 1, 100),
      row(dayOf(now - dayMs), 1, 1, 1, 100),
    ]);
  });

  it('takes the first visit that is retained for the first', async () => {
    expect(await shortLived().rows(path, untilNextWeek)).toEqual([
      row(dayOf(now - dayMs), 0, 2, 2, 100),
      row(dayOf(now - dayMs), 1, 2, 1, 50),
    ]);
  });
});
