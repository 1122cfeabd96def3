import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { addresses, addWebsite, inMarch, rowsOfAll, useRecords, userAgents } from './records.ts';

const path = '/pixel/metrics/sessions';

const unknown = {
  country: 'ZZ',
  device: 'unknown',
  browser: 'unknown',
  os: 'unknown',
  channel: 'Direct',
  referrer: '(direct)',
};

describeOneServer('sessions', (deployment) => {
  const tenant = useRecords(deployment, async (send, own) => {
    await send.view('a', 'long', '2024-03-04T23:59:00Z', {
      path: '/first',
      referrer: 'https://www.google.com/',
      ip: addresses.germany,
      user_agent: userAgents.safariOnIphone,
    });
    await send.custom('a', 'long', '2024-03-04T23:59:30Z');
    // Another visitor of the same session, and on another day: the first record tells.
    await send.view('b', 'long', '2024-03-05T00:00:02.345Z', { path: '/last' });
    await send.view('c', 'bounce', '2024-03-06T10:00:00Z', { path: '/only' });
    await send.custom('d', 'silent', '2024-03-06T10:00:00Z', { path: '/nowhere' });
    await send.view('e', 'before', '2024-02-29T23:59:59.999Z');
    await send.view('e', 'before', '2024-03-01T00:00:00Z');
    const sendToOther = await addWebsite(deployment, own);
    await sendToOther.view('c', 'bounce', '2024-03-06T10:00:00Z', { path: '/elsewhere' });
  });
  const long = {
    session_id: 'long',
    visitor_id: 'a',
    started_at: '2024-03-04T23:59:00.000Z',
    duration_seconds: 62.35,
    pageviews: '2',
    events: '1',
    entry_page: '/first',
    exit_page: '/last',
    country: 'DE',
    device: 'mobile',
    browser: 'Safari',
    os: 'iOS',
    channel: 'Organic Search',
    referrer: 'google.com',
    is_bounce: false,
  };
  const ofOne = { started_at: '2024-03-06T10:00:00.000Z', duration_seconds: 0, ...unknown };
  const bounce = {
    session_id: 'bounce',
    visitor_id: 'c',
    ...ofOne,
    pageviews: '1',
    events: '0',
    entry_page: '/only',
    exit_page: '/only',
    is_bounce: true,
  };
  const silent = {
    session_id: 'silent',
    visitor_id: 'd',
    ...ofOne,
    pageviews: '0',
    events: '1',
    entry_page: null,
    exit_page: null,
    is_bounce: false,
  };

  it('lists those that began in the range, newest first, of the same moment the one that was accepted last', async () => {
    expect(await tenant().rows(path, inMarch)).toEqual([silent, bounce, long]);
    expect(await tenant().rows(path, { ...inMarch, limit: 1 })).toEqual([silent]);
    // Its second day is not where it began, and its whole is told where it began.
    expect(await tenant().rows(path, { from: '2024-03-05', to: '2024-03-05' })).toEqual([]);
    expect(await tenant().rows(path, { from: '2024-03-04', to: '2024-03-04' })).toEqual([long]);
  });

  it('tells sessions of the same ID on two websites apart', async () => {
    const rows = await rowsOfAll(tenant(), 'sessions', inMarch);
    expect(rows).toHaveLength(4);
    const elsewhere = { ...bounce, entry_page: '/elsewhere', exit_page: '/elsewhere' };
    expect(rows).toEqual([elsewhere, silent, bounce, long]);
  });

  it('takes filters', async () => {
    const rowsOf = (query: Record<string, string>) => tenant().rows(path, { ...inMarch, ...query });
    expect(await rowsOf({ country: 'DE' })).toEqual([long]);
    expect(await rowsOf({ page: '/last' })).toEqual([long]);
    expect(await rowsOf({ page: 'is_not:/last' })).toEqual([silent, bounce]);
    expect(await rowsOf({ referrer: 'matches:^goo', os: 'iOS' })).toEqual([long]);
  });

  it('has no rows where there is nothing, or where it is not ours', async () => {
    expect(await tenant().rows(path, { from: '2023-01-01', to: '2023-01-31' })).toEqual([]);
    expect(await rowsOfAll(await deployment.tenant(), 'sessions', inMarch)).toEqual([]);
  });
});
