import { beforeAll, expect, it } from 'vitest';
import { describeEngines } from '../../harness/deployments.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { bounced, createSender, march } from './records.ts';

describeEngines('Two workspaces with the same visitor and session', (deployment) => {
  let mine: Tenant;
  let theirs: Tenant;
  beforeAll(async () => {
    mine = await deployment.tenant();
    theirs = await deployment.tenant();
    const send = async (tenant: Tenant, website: string, word: string, amount: number) => {
      const sender = createSender(tenant, website);
      await sender.view('v', 's', '2024-03-04T10:00:00Z', {
        path: `/${word}`,
        referrer: `https://${word}.example/`,
      });
      await sender.goal('v', '2024-03-04T11:00:00Z', { properties: { from: word } });
      await sender.payment('v', '2024-03-04T12:00:00Z', amount, { transaction_id: 'same' });
      await sender.view('live', 'live', Date.now() - 1000, { path: `/${word}` });
    };
    await send(mine, mine.website, 'mine', 1);
    await send(theirs, theirs.website, 'theirs', 2);
    // Foreign records on a website of ours are accepted, and no one ever sees them.
    await send(theirs, mine.website, 'foreign', 4);
    await deployment.settle();
  });

  it.each(['mine', 'theirs'] as const)('shows %s alone', async (word) => {
    const tenant = word === 'mine' ? mine : theirs;
    const revenue = word === 'mine' ? 1 : 2;
    const source = `${word}.example`;
    expect(await tenant.rows('/pixel/analytics/referrers', march)).toEqual([
      {
        value: source,
        referrer: source,
        ...bounced(1),
        conversions: '1',
        conversion_rate: 100,
        revenue,
      },
    ]);
    const pages = await tenant.rows('/pixel/analytics/pages', march);
    expect(pages.map(({ path, views }) => [path, views])).toEqual([[`/${word}`, '1']]);
    const day = { from_date: '2024-03-04', to_date: '2024-03-04' };
    const [series] = await tenant.rows('/pixel/analytics/timeseries/breakdown', day);
    expect(series).toMatchObject({ value: revenue, revenue_new: revenue });
    expect(await tenant.rows('/pixel/analytics/realtime')).toMatchObject([
      { live_visitors: '1', live_events: '1' },
    ]);
    expect(await tenant.rows('/pixel/analytics/overview')).toMatchObject([{ events_last_5m: '1' }]);
    const history = await tenant.rows('/pixel/visitors/v');
    expect(history.map(({ details, session_id }) => [details, session_id])).toEqual([[{ from: word }, 's']]);
    const metadata = await tenant.rows('/pixel/goals/signup/metadata');
    expect(metadata.map(({ value, visitors }) => [value, visitors])).toEqual([[word, '1']]);
    const { body } = await tenant.get('/pixel/metrics/top_pages', { from: '2024-03-01', to: '2024-03-31' });
    expect(body.data.data.map(({ path }: { path: string }) => path)).toEqual([`/${word}`]);
  });
});
