import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { addresses, bounced, march, tail, useRecords, userAgents } from './records.ts';

const { chromeOnWindows, safariOnIphone, safariOnIpad } = userAgents;
const { germany, unitedStates, nowhere } = addresses;

describeOneServer('Countries, devices, browsers and operating systems', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    const view = (visitor: string, ip: string, user_agent: string) =>
      send.view(visitor, visitor, '2024-03-04T10:00:00Z', { ip, user_agent, language: 'de-DE' });
    await view('a', germany, chromeOnWindows);
    await view('b', germany, safariOnIphone);
    await view('c', unitedStates, safariOnIpad);
    await view('d', nowhere, 'nothing-known/1.0');
    await send.view('e', 'e', '2024-03-04T10:00:00Z');
    // A later record of another place and program does not move the session of c.
    await send.view('c', 'c', '2024-03-04T10:00:30Z', { ip: germany, user_agent: chromeOnWindows });
  });
  // The session of c: two pageviews in 30 seconds.
  const ofC = tail({ visitors: '1', sessions: '1', pageviews: '2', avg_session_seconds: 30 });
  // The sessions of b and c together: one of two bounced, 15 seconds on average.
  const ofBandC = tail({
    visitors: '2',
    sessions: '2',
    pageviews: '3',
    bounces: '1',
    bounce_rate: 50,
    avg_session_seconds: 15,
  });

  it('counts by country', async () => {
    expect(await tenant().rows('/pixel/analytics/countries', march)).toEqual([
      { country: 'DE', ...bounced(2) },
      { country: 'ZZ', ...bounced(2) },
      { country: 'US', ...ofC },
    ]);
  });

  it('counts by device', async () => {
    expect(await tenant().rows('/pixel/analytics/devices', march)).toEqual([
      { device: 'unknown', ...bounced(2) },
      { device: 'desktop', ...bounced(1) },
      { device: 'mobile', ...bounced(1) },
      { device: 'tablet', ...ofC },
    ]);
  });

  it('counts by browser', async () => {
    expect(await tenant().rows('/pixel/analytics/browsers', march)).toEqual([
      { browser: 'Safari', ...ofBandC },
      { browser: 'unknown', ...bounced(2) },
      { browser: 'Chrome', ...bounced(1) },
    ]);
  });

  it('counts by operating system', async () => {
    expect(await tenant().rows('/pixel/analytics/operating-systems', march)).toEqual([
      { os: 'iOS', ...ofBandC },
      { os: 'unknown', ...bounced(2) },
      { os: 'Windows', ...bounced(1) },
    ]);
  });
});
