/** What the dashboard may ask of reports beyond the API, and a key may not. */
import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { createMember } from '../../harness/person.ts';
import { useRecords } from '../reports/records.ts';

describeOneServer('reports of the dashboard', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    const at = '2024-03-05T10:00:00Z';
    await send.view('a', 'a', at, { referrer: 'https://www.facebook.com/' });
    await send.view('b', 'b', at, { referrer: 'https://m.facebook.com/' });
    await send.view('c', 'c', '2024-03-05T10:05:00Z', { utm_source: 'mail', utm_medium: 'email' });
  });
  const march = { from_date: '2024-03-05', to_date: '2024-03-05' };

  async function ask(report: string, query: Record<string, string>) {
    const { workspaceId, website } = tenant();
    const owner = await createMember(deployment.control(), deployment.urls, workspaceId, 'owner');
    const words = new URLSearchParams({ website_id: website, ...march, ...query });
    return owner.get(`/workspaces/${workspaceId}/api/pixel/analytics/${report}?${words}`);
  }
  const rowsOf = async (report: string, query: Record<string, string> = {}) => {
    const { status, body } = await ask(report, query);
    expect(status).toBe(200);
    return body.data.data;
  };

  it('filter by a referring domain with all its hosts', async () => {
    expect(await rowsOf('headline', { hostname: 'WWW.facebook.com' })).toMatchObject([{ visitors: '2' }]);
    const refused = await tenant().get('/pixel/analytics/pages', {
      website_id: tenant().website,
      ...march,
      hostname: 'facebook.com',
    });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'unsupported_filter']);
  });

  it('end at a time of the day', async () => {
    expect(await rowsOf('headline', { until: '10:05' })).toMatchObject([{ visitors: '2' }]);
    expect(await rowsOf('headline', { until: '10:06' })).toMatchObject([{ visitors: '3' }]);
    expect(await rowsOf('headline', { until: '11:06', tz: 'Europe/Berlin' })).toMatchObject([
      { visitors: '3' },
    ]);
    const wrong = await ask('headline', { until: 'noon' });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid_until']);
    // A key asks for whole days: what it does not know is ignored.
    const pages = await tenant().rows('/pixel/analytics/pages', { ...march, until: '10:05' });
    expect(pages).toMatchObject([{ path: '/', views: '3' }]);
  });

  it('tell what is direct', async () => {
    expect(await rowsOf('direct')).toEqual([
      {
        visitors: '0',
        sessions: '0',
        without_referrer_visitors: '1',
        without_referrer_sessions: '1',
        tagged_visitors: '1',
        tagged_sessions: '1',
      },
    ]);
  });
});
