import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeDeployments } from '../../harness/deployments.ts';
import { createMember } from '../../harness/person.ts';
import { aroundToday, createScript, untilHealth } from '../collect/script.ts';

describeDeployments('hosts outside the domains of a website', ({ urls, control, tenant, settle }) => {
  it('are told to its people, each with its hits, and are counted once one of them is added', async () => {
    const domain = `${randomUUID()}.example`;
    const shop = `www.${randomUUID()}.example`;
    const copy = `${randomUUID()}.example`;
    const ours = await tenant({ domains: [domain] });
    const member = await createMember(control(), urls, ours.workspaceId, 'member');
    const send = createScript(urls, ours.website, { domain });
    for (const host of [copy, shop, shop]) {
      expect((await send({ u: `https://${host}/` })).dropped).toBe('foreign_domain');
    }
    await untilHealth(ours, ({ domain_mismatch }) => domain_mismatch?.value === '3');

    const days = new URLSearchParams({ website_id: ours.website, ...aroundToday() });
    const at = `/workspaces/${ours.workspaceId}`;
    const asked = await member.get(`${at}/api/pixel/analytics/dropped-hosts?${days}`);
    const rows = asked.body.data.data as { host: string; hits: string; last_at: string }[];
    expect(Object.fromEntries(rows.map(({ host, hits }) => [host, hits]))).toEqual({
      [shop]: '2',
      [copy]: '1',
    });
    expect(rows.every(({ last_at }) => Number.isFinite(Date.parse(last_at)))).toBe(true);

    const changed = await member.send('PATCH', `${at}/websites/${ours.websiteUuid}`, {
      domains: [domain, shop],
    });
    expect(changed.body.domains).toEqual([domain, shop.replace('www.', '')]);
    // Servers look at the domains again every two seconds.
    await expect
      .poll(async () => (await send({ u: `https://${shop}/` })).dropped, { timeout: 10_000 })
      .toBeNull();
    await settle();
    expect(await ours.rows('/pixel/analytics/pages', aroundToday())).toMatchObject([{ path: '/' }]);
  });

  it('are no report of the API', async () => {
    const ours = await tenant();
    const query = { website_id: ours.website, ...aroundToday() };
    expect((await ours.get('/pixel/analytics/dropped-hosts', query)).status).toBe(404);
  });
});
