import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { bounced, inMarch, tail, useRecords, userAgents } from './records.ts';

const path = '/pixel/metrics/technology';
const chrome = { browser: 'Chrome', browser_version: '124.0', os: 'Windows', os_version: '10' };
const safari = { browser: 'Safari', browser_version: '17.4', os: 'iOS', os_version: '17.4' };
const unknown = { browser: 'unknown', browser_version: 'unknown', os: 'unknown', os_version: 'unknown' };

describeOneServer('technology', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    await send.view('a', 'a', '2024-03-04T10:00:00Z', { user_agent: userAgents.chromeOnWindows });
    await send.custom('a', 'a', '2024-03-04T10:00:30Z', { user_agent: userAgents.safariOnIphone });
    await send.view('b', 'b', '2024-03-04T10:00:00Z', { user_agent: userAgents.safariOnIphone });
    await send.payment('b', '2024-03-05T10:00:00Z', 12.5);
    await send.view('c', 'c', '2024-03-04T10:00:00Z', { user_agent: userAgents.safariOnIphone });
    await send.view('d', 'd', '2024-03-04T10:00:00Z');
    await send.goal('e', '2024-03-04T10:00:00Z');
  });
  // One pageview and a custom event 30 seconds later, whose own browser does not matter.
  const ofChrome = tail({
    visitors: '1',
    sessions: '1',
    pageviews: '1',
    avg_session_seconds: 30,
    conversions: '1',
    conversion_rate: 100,
  });

  it('counts by browser and operating system with their versions', async () => {
    expect(await tenant().rows(path, inMarch)).toEqual([
      { ...safari, ...bounced(2), revenue: 12.5 },
      { ...chrome, ...ofChrome },
      // d, and the goal of e, who has no session and is no visitor.
      { ...unknown, ...bounced(1), conversions: '1' },
    ]);
  });

  it('takes filters, a limit and dates', async () => {
    expect(await tenant().rows(path, { ...inMarch, browser: 'Chrome' })).toEqual([
      { ...chrome, ...ofChrome },
    ]);
    expect(await tenant().rows(path, { ...inMarch, limit: 1 })).toEqual([
      { ...safari, ...bounced(2), revenue: 12.5 },
    ]);
    expect(await tenant().rows(path, { from: '2024-03-05', to: '2024-03-05' })).toEqual([
      { ...safari, ...tail({ revenue: 12.5 }) },
    ]);
    expect(await tenant().rows(path, { from: '2023-01-01', to: '2023-01-31' })).toEqual([]);
  });
});
