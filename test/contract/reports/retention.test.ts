import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { createSender } from './records.ts';

const dayMs = 24 * 60 * 60 * 1000;
const isoDay = (instant: number) => new Date(instant).toISOString().slice(0, 10);

describeOneServer('Retention', (deployment) => {
  it.concurrent('moves from_date to the earliest retained day', async () => {
    const tenant = await deployment.tenant({ retentionDays: 10 });
    const send = createSender(tenant);
    const noon = Date.parse(`${isoDay(Date.now())}T12:00:00Z`);
    // Ten days are today and the nine before it; a day is kept between the tests' midnight and the edge.
    const kept = noon - 8 * dayMs;
    const lost = noon - 10 * dayMs;
    await send.view('a', 'a', '2024-03-01T10:00:00Z', { path: '/ancient' });
    await send.view('b', 'b', lost, { path: '/lost' });
    await send.view('c', 'c', kept, { path: '/kept' });
    await send.goal('v', '2024-03-01T10:00:00Z', { properties: { plan: 'ancient' } });
    await send.goal('v', lost, { properties: { plan: 'lost' } });
    await send.goal('v', kept, { properties: { plan: 'kept' } });
    await deployment.settle();

    const ever = { from_date: '2024-01-01', to_date: isoDay(noon) };
    const pages = await tenant.rows('/pixel/analytics/pages', ever);
    expect(pages.map(({ path }) => path)).toEqual(['/kept']);
    const [direct] = await tenant.rows('/pixel/analytics/referrers', ever);
    expect(direct).toMatchObject({ visitors: '1', sessions: '1', pageviews: '1', conversions: '1' });

    const today = isoDay(Date.now());
    const series = await tenant.rows('/pixel/analytics/timeseries', { from_date: '2024-01-01' });
    if (today === isoDay(Date.now())) {
      const expected = Array.from({ length: 10 }, (_, index) =>
        isoDay(Date.parse(today) - (9 - index) * dayMs),
      );
      expect(series.map(({ ts }) => String(ts).slice(0, 10))).toEqual(expected);
      expect(series.reduce((total, { value }) => total + Number(value), 0)).toBe(1);
    }

    const history = await tenant.rows('/pixel/visitors/v');
    expect(history.map(({ details }) => details)).toEqual([{ plan: 'kept' }]);
    for (const query of [{}, { from_date: '2024-01-01' }]) {
      const metadata = await tenant.rows('/pixel/goals/signup/metadata', query);
      expect(metadata.map(({ value }) => value)).toEqual(['kept']);
    }
  });

  it.concurrent('leaves nothing of a range that is not retained at all', async () => {
    const tenant = await deployment.tenant({ retentionDays: 10 });
    await createSender(tenant).view('a', 'a', '2024-03-01T10:00:00Z');
    await deployment.settle();
    const past = { from_date: '2024-03-01', to_date: '2024-03-02' };
    for (const report of ['pages', 'referrers', 'campaigns', 'hostnames', 'countries', 'devices']) {
      expect(await tenant.rows(`/pixel/analytics/${report}`, past)).toEqual([]);
    }
    for (const report of ['timeseries', 'timeseries/breakdown']) {
      for (const metric of ['visitors', 'sessions', 'revenue', 'conversion_rate']) {
        expect(await tenant.rows(`/pixel/analytics/${report}`, { ...past, metric })).toEqual([]);
      }
    }
  });

  it.concurrent('is without end where the workspace has none', async () => {
    const tenant = await deployment.tenant();
    await createSender(tenant).view('a', 'a', 0, { path: '/first' });
    await deployment.settle();
    const first = { from_date: '1970-01-01', to_date: '1970-01-01' };
    const pages = await tenant.rows('/pixel/analytics/pages', first);
    expect(pages.map(({ path }) => path)).toEqual(['/first']);
    const series = await tenant.rows('/pixel/analytics/timeseries', { ...first, tz: 'Asia/Tokyo' });
    expect(series.map(({ ts, value }) => [ts, value])).toEqual([['1969-12-31T15:00:00.000Z', 1]]);
  });
});
