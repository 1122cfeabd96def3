import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { addWebsite, inMarch, rowsOfAll, useRecords } from './records.ts';

const path = '/pixel/metrics/visitor_timeline';
const today = new Date().toISOString().slice(0, 10);
const nothing = { path: null, name: null, details: {}, amount: null, currency: null };

describeOneServer('visitor_timeline', (deployment) => {
  const tenant = useRecords(deployment, async (send, own) => {
    await send.goal('phone', '2024-03-04T09:00:00Z', { goal_name: 'early' });
    await send.view('phone', 'p1', '2024-03-04T10:00:00Z', { path: '/pricing' });
    await send.custom('phone', 'p1', '2024-03-04T10:00:00Z', {
      path: '/buy',
      properties: { goal_name: 'order', items: [1, 2], gift: null },
    });
    await send.view('laptop', 'l1', '2024-03-05T10:00:00Z');
    await send.payment('phone', '2024-03-06T10:00:00Z', 12.34, { currency: 'eur' });
    await send.identify('phone', 'erin', { plan: 'pro' });
    await send.identify('laptop', 'erin');
    await send.view('nobody', 'n', '2024-03-05T10:00:00Z');
    const sendToOther = await addWebsite(deployment, own);
    await sendToOther.view('laptop', 'x', '2024-03-07T10:00:00Z');
    await sendToOther.goal('phone', '2024-03-08T10:00:00Z');
  });
  const rowsOf = (visitor_id: string, query = {}) =>
    tenant().rows(path, { ...inMarch, visitor_id, ...query });
  const rows = [
    // The payer's own last session, not that of the person.
    {
      ts: '2024-03-06T10:00:00.000Z',
      type: 'payment',
      ...nothing,
      amount: 12.34,
      currency: 'EUR',
      session_id: 'p1',
    },
    { ts: '2024-03-05T10:00:00.000Z', type: 'pageview', ...nothing, path: '/', session_id: 'l1' },
    // Of one instant: what came later goes before.
    {
      ts: '2024-03-04T10:00:00.000Z',
      type: 'custom',
      ...nothing,
      path: '/buy',
      name: 'order',
      details: { goal_name: 'order', items: [1, 2], gift: null },
      session_id: 'p1',
    },
    { ts: '2024-03-04T10:00:00.000Z', type: 'pageview', ...nothing, path: '/pricing', session_id: 'p1' },
    { ts: '2024-03-04T09:00:00.000Z', type: 'goal', ...nothing, name: 'early', session_id: null },
  ];

  it('has what the person did, newest first, whichever visitor is asked for', async () => {
    expect(await rowsOf('phone')).toEqual(rows);
    expect(await rowsOf('laptop')).toEqual(rows);
    expect(await rowsOf('laptop', { limit: 2 })).toEqual(rows.slice(0, 2));
    expect(await rowsOf('laptop', { from: '2024-03-05', to: '2024-03-05' })).toEqual([rows[1]]);
  });

  it('has the moments of being identified', async () => {
    const identified = await rowsOf('laptop', { from: today, to: today });
    expect(identified.map(({ ts: _, ...rest }) => rest)).toEqual([
      { type: 'identify', ...nothing, session_id: 'l1' },
      { type: 'identify', ...nothing, details: { plan: 'pro' }, session_id: 'p1' },
    ]);
  });

  it('covers the person of each website of the workspace', async () => {
    const ofAll = await rowsOfAll(tenant(), 'visitor-timeline', { ...inMarch, visitor_id: 'laptop' });
    expect(ofAll).toEqual([
      { ts: '2024-03-07T10:00:00.000Z', type: 'pageview', ...nothing, path: '/', session_id: 'x' },
      ...rows,
    ]);
  });

  it('is empty for a visitor whom nobody knows, and in another workspace', async () => {
    expect(await rowsOf('unheard-of')).toEqual([]);
    const other = await deployment.tenant();
    expect(await rowsOfAll(other, 'visitor_timeline', { ...inMarch, visitor_id: 'phone' })).toEqual([]);
  });
});

describeOneServer('visitor_timeline of a long life', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    const start = Date.UTC(2024, 2, 4);
    for (let index = 0; index < 103; index += 1) await send.view('a', 'a', start + index * 1000);
  });

  it('has the newest 100, or as many as asked for', async () => {
    const query = { ...inMarch, visitor_id: 'a' };
    const newest = await tenant().rows(path, query);
    expect(newest).toHaveLength(100);
    expect(newest[0]?.ts).toBe('2024-03-04T00:01:42.000Z');
    expect(await tenant().rows(path, { ...query, limit: 1000 })).toHaveLength(103);
  });
});
