import { expect, it } from 'vitest';
import { systemClock } from '../../../src/contract/clock.ts';
import { createWebsite } from '../../../src/websites/create-website.ts';
import { describeOneServer } from '../../harness/deployments.ts';
import { bounced, march, useRecords } from './records.ts';

const path = '/pixel/analytics/hostnames';

describeOneServer('GET /pixel/analytics/hostnames', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    const referrers = [
      'https://www.blog.example.org/a',
      'https://NEWS.Example.ORG:8443/b',
      'https://a.github.io/',
      'https://b.github.io/',
      'https://www.bbc.co.uk/',
      'http://192.0.2.7:8080/',
      'https://www.example.com/own',
      'https://deep.shop.example.com/own',
      '',
    ];
    for (const [index, referrer] of referrers.entries()) {
      await send.view(`v${index}`, `s${index}`, '2024-03-04T10:00:00Z', { referrer });
    }
    await send.payment('v2', '2024-03-05', 4);
    await send.payment('v6', '2024-03-05', 8);
    await send.payment('stranger', '2024-03-05', 16);
    await send.view('x', 'x', '2024-04-04T10:00:00Z', { referrer: 'https://app.later.example.net/' });
    await send.view('y', 'y', '2024-04-04T10:00:00Z', { referrer: 'https://added.example.edu/' });
    await send.view('z', 'z', '2024-04-04T10:00:00Z', { referrer: 'https://notlater.example.net/' });
  });

  it('folds hosts to the registrable domain and leaves out own domains and direct traffic', async () => {
    expect(await tenant().rows(path, march)).toEqual([
      { hostname: 'example.org', ...bounced(2) },
      { hostname: '192.0.2.7', ...bounced(1) },
      { hostname: 'a.github.io', ...bounced(1), revenue: 4 },
      { hostname: 'b.github.io', ...bounced(1) },
      { hostname: 'bbc.co.uk', ...bounced(1) },
    ]);
  });

  it('leaves out a domain that became an own one after the record, with its subdomains', async () => {
    const april = { from_date: '2024-04-01', to_date: '2024-04-30' };
    expect(await tenant().rows(path, april)).toEqual([
      { hostname: 'example.net', ...bounced(2) },
      { hostname: 'example.edu', ...bounced(1) },
    ]);
    const domains = ['later.example.net', 'www.added.example.edu'];
    await createWebsite(deployment.control(), tenant().workspaceId, domains, systemClock);
    // Two calls, since the servers of a deployment are asked in turn and both have to know.
    const left = [{ hostname: 'example.net', ...bounced(1) }];
    await expect
      .poll(async () => [await tenant().rows(path, april), await tenant().rows(path, april)], {
        timeout: 15_000,
        interval: 200,
      })
      .toEqual([left, left]);
  });
});
