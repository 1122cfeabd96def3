import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { createSender } from './records.ts';

const ranges = [
  { from_date: '0001-01-01', to_date: '0001-01-02' },
  { from_date: '1969-12-31', to_date: '1969-12-31' },
  { from_date: '2149-06-01', to_date: '2149-07-01' },
  { from_date: '2299-12-31', to_date: '2300-01-01' },
  { from_date: '9999-12-30', to_date: '9999-12-31' },
];

describeOneServer('Days at the ends of the calendar', (deployment) => {
  it('are empty, and no error', async () => {
    const tenant = await deployment.tenant();
    await createSender(tenant).view('a', 'a', 0);
    await deployment.settle();
    for (const range of ranges) {
      for (const report of ['pages', 'referrers']) {
        expect(await tenant.rows(`/pixel/analytics/${report}`, range)).toEqual([]);
      }
      for (const tz of ['UTC', 'Pacific/Pago_Pago']) {
        const rows = await tenant.rows('/pixel/analytics/timeseries', { ...range, tz });
        expect(rows.every(({ value }) => value === 0)).toBe(true);
      }
      expect(await tenant.rows('/pixel/goals/signup/metadata', range)).toEqual([]);
    }
  });

  it('hold everything together', async () => {
    const tenant = await deployment.tenant();
    const send = createSender(tenant);
    await send.view('a', 'a', 0);
    await send.view('b', 'b', Date.now() + 23 * 60 * 60 * 1000);
    await deployment.settle();
    const ever = { from_date: '0001-01-01', to_date: '9999-12-31' };
    const [page] = await tenant.rows('/pixel/analytics/pages', ever);
    expect(page).toMatchObject({ path: '/', views: '2', sessions: '2' });
    const months = await tenant.rows('/pixel/analytics/timeseries', {
      from_date: '1970-01-01',
      to_date: '2099-12-31',
      granularity: 'month',
    });
    expect(months).toHaveLength(130 * 12);
    expect(months.reduce((total, { value }) => total + Number(value), 0)).toBe(2);
  });
});
