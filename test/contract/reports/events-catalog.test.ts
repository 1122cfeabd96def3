import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { addresses, addWebsite, inMarch, rowsOfAll, useRecords } from './records.ts';

const path = '/pixel/metrics/events_catalog';

describeOneServer('events_catalog', (deployment) => {
  const tenant = useRecords(deployment, async (send, own) => {
    await send.view('a', 'a', '2024-03-04T10:00:00Z', { ip: addresses.germany });
    await send.view('a', 'a', '2024-03-04T10:01:00Z');
    await send.view('b', 'b', '2024-03-04T10:02:00Z');
    // The same name as a goal and as a custom event are two rows.
    const properties = { goal_name: 'signup', plan: 'pro', Ünal: 1 };
    await send.custom('a', 'a', '2024-03-04T10:03:00Z', { properties });
    await send.goal('a', '2024-03-04T10:04:00Z', { properties: { plan: 'pro', seats: 3 } });
    await send.goal('c', '2024-03-06T10:04:00Z', { properties: { coupon: null, nested: { deep: true } } });
    await send.custom('b', 'b', '2024-03-04T10:05:00Z');
    await send.payment('a', '2024-03-05T10:00:00Z', 5);
    await send.payment('a', '2024-03-05T11:00:00Z', -5);
    await send.identify('a', 'erin', { plan: 'pro' });
    const sendToOther = await addWebsite(deployment, own);
    await sendToOther.goal('a', '2024-03-08T10:00:00Z', { properties: { elsewhere: 1 } });
  });
  const seen = (first: string, last = first) => ({
    first_seen: `2024-03-${first}:00.000Z`,
    last_seen: `2024-03-${last}:00.000Z`,
  });
  const row = (name: string, type: string, events: string, visitors: string, properties: string[]) => ({
    name,
    type,
    events,
    visitors,
    properties,
  });
  const rows = [
    { ...row('pageview', 'pageview', '3', '2', []), ...seen('04T10:00', '04T10:02') },
    { ...row('payment', 'payment', '2', '1', []), ...seen('05T10:00', '05T11:00') },
    {
      ...row('signup', 'goal', '2', '2', ['coupon', 'nested', 'plan', 'seats']),
      ...seen('04T10:04', '06T10:04'),
    },
    { ...row('custom_event', 'custom', '1', '1', []), ...seen('04T10:05') },
    { ...row('signup', 'custom', '1', '1', ['goal_name', 'plan', 'Ünal']), ...seen('04T10:03') },
  ];

  it('lists what was recorded, most frequent first', async () => {
    expect(await tenant().rows(path, inMarch)).toEqual(rows);
    expect(await tenant().rows(path, { ...inMarch, limit: 2 })).toEqual(rows.slice(0, 2));
    expect(await tenant().rows(path, { from: '2024-03-06', to: '2024-03-06' })).toEqual([
      { ...row('signup', 'goal', '1', '1', ['coupon', 'nested']), ...seen('06T10:04') },
    ]);
  });

  it('takes the websites of the workspace together', async () => {
    expect((await rowsOfAll(tenant(), 'events-catalog', inMarch))[1]).toEqual({
      ...row('signup', 'goal', '3', '2', ['coupon', 'elsewhere', 'nested', 'plan', 'seats']),
      ...seen('04T10:04', '08T10:00'),
    });
  });

  it('counts what belongs to sessions that pass', async () => {
    const german = await tenant().rows(path, { ...inMarch, country: 'DE' });
    expect(german.map(({ name, type, events }) => [name, type, events])).toEqual([
      ['pageview', 'pageview', '2'],
      ['payment', 'payment', '2'],
      ['signup', 'custom', '1'],
      ['signup', 'goal', '1'],
    ]);
    // c has no session at all.
    const others = await tenant().rows(path, { ...inMarch, country: 'is_not:DE' });
    expect(others.map(({ name, type, events }) => [name, type, events])).toEqual([
      ['custom_event', 'custom', '1'],
      ['pageview', 'pageview', '1'],
      ['signup', 'goal', '1'],
    ]);
  });

  it('is empty where there is nothing, or nothing of ours', async () => {
    expect(await tenant().rows(path, { from: '2023-01-01', to: '2023-01-31' })).toEqual([]);
    expect(await rowsOfAll(await deployment.tenant(), 'events_catalog', inMarch)).toEqual([]);
  });
});

describeOneServer('events_catalog of odd properties', (deployment) => {
  const plain = { '': 1, 'a"b': 1, 'c\\d': 1, '\n': 1, '\0': 1, '💶': 1 };
  // Half an emoji, and what only looks like one.
  const cut = { half: '💶'.slice(0, 1), '\ud83d': '\ud83d\ud83d', '\\ud83d': '\\', '\\\\ud83d': '\\\ud83d' };
  const tenant = useRecords(deployment, async (send) => {
    await send.goal('a', '2024-03-04T10:00:00Z', { goal_name: 'plain', properties: plain });
    await send.goal('a', '2024-03-04T10:00:00Z', { goal_name: 'cut', properties: cut });
  });

  it('has all their names', async () => {
    const rows = await tenant().rows(path, inMarch);
    const wellFormed = Object.keys(cut).map((name) => name.toWellFormed());
    expect(rows.map(({ name, properties }) => [name, new Set(properties as string[])])).toEqual([
      ['cut', new Set(wellFormed)],
      ['plain', new Set(Object.keys(plain))],
    ]);
  });
});
