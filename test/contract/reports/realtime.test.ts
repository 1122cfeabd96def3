import { expect, it } from 'vitest';
import { describeEngines } from '../../harness/deployments.ts';
import { addresses, useRecords } from './records.ts';

describeEngines('The last five minutes', (deployment) => {
  let middle = 0;
  let latest = 0;
  const tenant = useRecords(deployment, async (send) => {
    const now = Date.now();
    latest = now - 1000;
    middle = now - 150_000;
    await send.view('a', 'a1', middle, { ip: addresses.germany });
    await send.view('a', 'a1', now - 20_000, { ip: addresses.germany });
    await send.custom('a', 'a1', latest, { ip: addresses.germany });
    await send.payment('a', now - 10_000, 5);
    await send.view('b', 'b1', now - 20_000, { ip: addresses.unitedStates });
    await send.goal('c', now - 20_000);
    await send.payment('d', now - 20_000, 5);
    // Too old, and not yet.
    await send.view('e', 'e1', now - 400_000);
    await send.view('f', 'f1', now + 600_000);
  });
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

  it('counts every record and each visitor once, in total and in steps', async () => {
    const before = Date.now();
    const [row, ...others] = await tenant().rows('/pixel/analytics/realtime');
    const after = Date.now();
    expect(others).toEqual([]);
    // a, b, c, d; four records of a and one of each other.
    expect(row).toEqual({
      live_visitors: '4',
      live_events: '7',
      visitors_sparkline: expect.any(Array),
      events_sparkline: expect.any(Array),
      window_seconds: 300,
      step_seconds: 5,
    });
    const visitors = row?.visitors_sparkline as number[];
    const events = row?.events_sparkline as number[];
    expect([visitors.length, events.length, sum(events)]).toEqual([60, 60, 7]);
    // The record of the middle stands alone in a step between the ages it had before and after the call.
    const stepAt = (now: number) => 59 - Math.floor((now - middle) / 5000);
    const found = events.findIndex((count) => count > 0);
    expect(found).toBeGreaterThanOrEqual(stepAt(after));
    expect(found).toBeLessThanOrEqual(stepAt(before));
    expect([events[found], visitors[found]]).toEqual([1, 1]);
  });

  it('counts by country', async () => {
    // a's payment counts where a is; c and d were never seen.
    expect(await tenant().rows('/pixel/analytics/realtime/map')).toEqual([
      { country: 'ZZ', visitors: '2', events: '2' },
      { country: 'DE', visitors: '1', events: '4' },
      { country: 'US', visitors: '1', events: '1' },
    ]);
    expect(await tenant().rows('/pixel/analytics/realtime/map', { limit: 1 })).toHaveLength(1);
  });

  it('tells that records arrive', async () => {
    expect(await tenant().rows('/pixel/analytics/overview')).toEqual([
      { events_last_5m: '7', last_event_at: new Date(latest).toISOString(), status: 'receiving' },
    ]);
  });

  it('counts identities as records', async () => {
    const { send, settled } = await freshTenant();
    await send('/pixel/identify', { visitor_id: 'a', external_id: 'customer-1' });
    const reader = await settled();
    expect((await reader.rows('/pixel/analytics/realtime'))[0]).toMatchObject({
      live_visitors: '1',
      live_events: '1',
    });
    expect((await reader.rows('/pixel/analytics/overview'))[0]).toMatchObject({
      events_last_5m: '1',
      status: 'receiving',
    });
  });

  it('is empty where nothing arrived', async () => {
    const { settled } = await freshTenant();
    const reader = await settled();
    const zeros = Array(60).fill(0);
    expect(await reader.rows('/pixel/analytics/realtime')).toEqual([
      {
        live_visitors: '0',
        live_events: '0',
        visitors_sparkline: zeros,
        events_sparkline: zeros,
        window_seconds: 300,
        step_seconds: 5,
      },
    ]);
    expect(await reader.rows('/pixel/analytics/realtime/map')).toEqual([]);
    expect(await reader.rows('/pixel/analytics/overview')).toEqual([
      { events_last_5m: '0', last_event_at: null, status: 'never' },
    ]);
  });

  it('tells that a website fell silent', async () => {
    const { send, settled } = await freshTenant();
    await send('/pixel/events', { ts: '2024-03-01T10:00:00Z' });
    await send('/pixel/goals', { goal_name: 'signup', timestamp: '2024-03-02T10:00:00.250Z' });
    const reader = await settled();
    expect(await reader.rows('/pixel/analytics/overview')).toEqual([
      { events_last_5m: '0', last_event_at: '2024-03-02T10:00:00.250Z', status: 'silent' },
    ]);
  });

  async function freshTenant() {
    const fresh = await deployment.tenant();
    return {
      send: async (path: string, body: Record<string, unknown>) => {
        expect((await fresh.post(path, { website_id: fresh.website, ...body })).status).toBe(200);
      },
      settled: async () => {
        await deployment.settle();
        return fresh;
      },
    };
  }
});
