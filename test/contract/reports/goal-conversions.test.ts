import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { addresses, addWebsite, inMarch, rowsOfAll, useRecords } from './records.ts';

const path = '/pixel/metrics/goal_conversions';
const row = (goal_name: string, conversions: string, visitors: string, conversion_rate: number) => ({
  goal_name,
  conversions,
  visitors,
  conversion_rate,
});

describeOneServer('goal_conversions', (deployment) => {
  const tenant = useRecords(deployment, async (send, own) => {
    await send.view('a', 'a', '2024-03-04T10:00:00Z', { ip: addresses.germany });
    await send.goal('a', '2024-03-04T11:00:00Z');
    await send.goal('a', '2024-03-04T12:00:00Z');
    await send.goal('a', '2024-03-04T12:00:00Z', { goal_name: 'alpha' });
    await send.view('b', 'b', '2024-03-04T10:00:00Z', { ip: addresses.unitedStates });
    await send.custom('b', 'b', '2024-03-04T10:01:00Z', { properties: { goal_name: 'signup' } });
    await send.custom('b', 'b', '2024-03-04T10:02:00Z');
    // Nobody's session, as of a webhook.
    await send.goal('c', '2024-03-04T10:00:00Z');
    await send.view('d', 'd', '2024-03-04T10:00:00Z');
    await send.goal('a', '2024-04-04T11:00:00Z', { goal_name: 'later' });
    const sendToOther = await addWebsite(deployment, own);
    await sendToOther.goal('a', '2024-03-04T11:00:00Z');
  });

  it('counts goals and custom events by name, and of the visitors a, b and d those who converted', async () => {
    expect(await tenant().rows(path, inMarch)).toEqual([
      row('signup', '4', '3', 66.67),
      row('alpha', '1', '1', 33.33),
      row('custom_event', '1', '1', 33.33),
    ]);
    expect(await tenant().rows(path, { ...inMarch, limit: 1 })).toEqual([row('signup', '4', '3', 66.67)]);
  });

  it('counts a visitor of two websites once', async () => {
    expect((await rowsOfAll(tenant(), 'goal-conversions', inMarch))[0]).toEqual(
      row('signup', '5', '3', 66.67),
    );
  });

  it('narrows conversions and visitors by their sessions', async () => {
    const rowsOf = (country: string) => tenant().rows(path, { ...inMarch, country });
    expect(await rowsOf('DE')).toEqual([row('signup', '2', '1', 100), row('alpha', '1', '1', 100)]);
    expect(await rowsOf('US')).toEqual([row('custom_event', '1', '1', 100), row('signup', '1', '1', 100)]);
    // c has no session, so no country either; d is the only visitor without one, and did not convert.
    expect(await rowsOf('(none)')).toEqual([row('signup', '1', '1', 0)]);
    expect(await rowsOf('is_not:DE')).toEqual([
      row('signup', '2', '2', 50),
      row('custom_event', '1', '1', 50),
    ]);
    expect(await tenant().rows(path, { ...inMarch, page: '/nowhere' })).toEqual([]);
  });

  it('is 0 where there are no visitors', async () => {
    const april = { from: '2024-04-01', to: '2024-04-30' };
    expect(await tenant().rows(path, april)).toEqual([row('later', '1', '1', 0)]);
    expect(await tenant().rows(path, { from: '2023-01-01', to: '2023-01-02' })).toEqual([]);
  });
});
