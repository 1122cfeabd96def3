import { expect, it } from 'vitest';
import { describeEngines } from '../../harness/deployments.ts';
import { addresses, bounced, createSender, march, tail } from './records.ts';

const referrers = '/pixel/analytics/referrers';
const named = (value: string) => ({ value, referrer: value });

describeEngines('Late records and equal times', (deployment) => {
  it.concurrent('changes the source of a session when an earlier record arrives later', async () => {
    const tenant = await deployment.tenant();
    const send = createSender(tenant);
    await send.view('a', 's', '2024-03-05T10:00:00Z', { referrer: 'https://example.net/', path: '/second' });
    await send.payment('a', '2024-03-05T09:59:30Z', 5);
    await deployment.settle();
    expect(await tenant.rows(referrers, march)).toEqual([
      { ...named('example.net'), ...bounced(1) },
      { ...named('(direct)'), ...tail({ revenue: 5 }) },
    ]);
    await send.view('a', 's', '2024-03-05T09:59:00Z', {
      referrer: 'https://example.org/',
      path: '/first',
      ip: addresses.germany,
    });
    await deployment.settle();
    // Now the session begins at 09:59:00, lasts 60 s and was under way when the visitor paid.
    const whole = tail({ visitors: '1', sessions: '1', pageviews: '2', avg_session_seconds: 60, revenue: 5 });
    expect(await tenant.rows(referrers, march)).toEqual([{ ...named('example.org'), ...whole }]);
    expect(await tenant.rows('/pixel/analytics/countries', march)).toEqual([{ country: 'DE', ...whole }]);
    const pages = await tenant.rows('/pixel/analytics/pages', march);
    expect(pages.map(({ path, avg_time_seconds }) => [path, avg_time_seconds])).toEqual([
      ['/first', 60],
      ['/second', 0],
    ]);
  });

  it.concurrent('shows an old record in the day it belongs to', async () => {
    const tenant = await deployment.tenant();
    const send = createSender(tenant);
    await send.view('a', 'new', '2024-03-05T10:00:00Z');
    await deployment.settle();
    await send.view('b', 'old', '2019-07-01T10:00:00Z');
    await deployment.settle();
    const july = { from_date: '2019-07-01', to_date: '2019-07-31' };
    expect(await tenant.rows(referrers, july)).toEqual([{ ...named('(direct)'), ...bounced(1) }]);
    expect(await tenant.rows(referrers, march)).toEqual([{ ...named('(direct)'), ...bounced(1) }]);
  });

  it.concurrent('takes the record accepted first where two have the same time', async () => {
    const tenant = await deployment.tenant();
    const send = createSender(tenant);
    const sources = ['https://b.example/', 'https://a.example/', 'https://c.example/'];
    for (const referrer of sources) await send.view('a', 's', '2024-03-05T10:00:00Z', { referrer });
    await deployment.settle();
    expect(await tenant.rows(referrers, march)).toEqual([
      { ...named('b.example'), ...tail({ visitors: '1', sessions: '1', pageviews: '3' }) },
    ]);
    // The first of two payments of one instant is the new one.
    await send.payment('a', '2024-03-06T10:00:00Z', 3);
    await send.payment('a', '2024-03-06T10:00:00Z', 4);
    await deployment.settle();
    const day = { from_date: '2024-03-06', to_date: '2024-03-06' };
    expect(await tenant.rows('/pixel/analytics/timeseries/breakdown', day)).toEqual([
      { ts: '2024-03-06T00:00:00.000Z', value: 7, revenue_new: 3, revenue_renewal: 4, revenue_refund: 0 },
    ]);
  });
});
