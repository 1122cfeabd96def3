import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { bounced, inMarch, tail, useRecords } from './records.ts';

const named = (channel: string, source: string, medium: string) => ({ channel, source, medium });
const direct = named('Direct', '(direct)', '(none)');

describeOneServer('traffic_sources', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    const tagged = { utm_source: 'newsletter', utm_medium: 'email' };
    await send.view('a', 'a', '2024-03-04T10:00:00Z', { ...tagged, referrer: 'https://example.org/' });
    await send.view('b', 'b', '2024-03-04T10:00:00Z', tagged);
    await send.view('c', 'c', '2024-03-04T10:00:00Z', { referrer: 'https://www.google.com/' });
    await send.payment('c', '2024-03-06T10:00:00Z', 20);
    await send.view('d', 'd', '2024-03-04T10:00:00Z');
    await send.goal('nobody', '2024-03-04T10:00:00Z');
  });
  const path = '/pixel/metrics/traffic_sources';

  it('counts by channel, source and medium; the tag goes before the referring host', async () => {
    expect(await tenant().rows(path, inMarch)).toEqual([
      { ...named('Email', 'newsletter', 'email'), ...bounced(2) },
      { ...direct, ...bounced(1), conversions: '1' },
      { ...named('Organic Search', 'google.com', '(none)'), ...bounced(1), revenue: 20 },
    ]);
  });

  it('takes filters', async () => {
    expect(await tenant().rows(path, { ...inMarch, utm_source: '(none)', referrer: '(direct)' })).toEqual([
      { ...direct, ...bounced(1), conversions: '1' },
    ]);
    expect(await tenant().rows(path, { ...inMarch, from: '2024-03-06' })).toEqual([
      { ...named('Organic Search', 'google.com', '(none)'), ...tail({ revenue: 20 }) },
    ]);
  });
});
