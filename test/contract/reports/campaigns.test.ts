import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { bounced, march, tail, useRecords } from './records.ts';

const path = '/pixel/analytics/campaigns';

describeOneServer('GET /pixel/analytics/campaigns', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    const visits: [visitor: string, campaign: string, source: string, medium: string][] = [
      ['a', 'spring', 'newsletter', 'email'],
      ['b', 'spring', 'newsletter', 'email'],
      ['c', 'spring', 'facebook', 'social'],
      ['d', 'tie', 'beta', 'cpc'],
      ['e', 'tie', 'alpha', 'email'],
      ['f', 'bare', '', ''],
      // The word for none, and none itself, are one; and what goes before the word goes first.
      ['w1', 'words', '', ''],
      ['w2', 'words', '(none)', '$brand'],
      ['w3', 'words', 'abc', '$brand'],
      ['w4', 'words', '', ''],
      ['w5', 'words', '(none)', 'x'],
      ['w6', 'words', 'abc', 'x'],
      ['w7', 'words', 'abc', 'y'],
    ];
    for (const [visitor, utm_campaign, utm_source, utm_medium] of visits) {
      await send.view(visitor, visitor, '2024-03-04T10:00:00Z', { utm_campaign, utm_source, utm_medium });
    }
    await send.view('g', 'g', '2024-03-04T10:00:00Z');
    await send.view('h', 'h', '2024-02-01', {
      utm_campaign: 'winter',
      utm_source: 'partner',
      utm_medium: 'banner',
    });
    await send.payment('h', '2024-03-04T12:00:00Z', 12.5);
  });

  it('shows each campaign with its main source and medium', async () => {
    expect(await tenant().rows(path, march)).toEqual([
      { utm_campaign: 'words', utm_source: '(none)', utm_medium: '$brand', ...bounced(7) },
      { utm_campaign: 'spring', utm_source: 'newsletter', utm_medium: 'email', ...bounced(3) },
      // One session each: alpha goes before beta, and cpc before email.
      { utm_campaign: 'tie', utm_source: 'alpha', utm_medium: 'cpc', ...bounced(2) },
      { utm_campaign: '(none)', utm_source: '(none)', utm_medium: '(none)', ...bounced(1) },
      { utm_campaign: 'bare', utm_source: '(none)', utm_medium: '(none)', ...bounced(1) },
      // No session of March, but the payment of one that began in February.
      { utm_campaign: 'winter', utm_source: 'partner', utm_medium: 'banner', ...tail({ revenue: 12.5 }) },
    ]);
  });
});
