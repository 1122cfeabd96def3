/** What a write answers, and what becomes of it. Retries and duplicates: retries.test.ts. */
import { expect, it } from 'vitest';
import { describeEngines } from '../../harness/deployments.ts';
import { type Body, events, goals, payments, writeEndpoints } from './write-endpoints.ts';

describeEngines('accepted write', (deployment) => {
  it.concurrent('echoes what the caller named', async () => {
    const tenant = await deployment.tenant();
    const website_id = tenant.website;
    const expected: [string, Body, Body][] = [
      ['/pixel/events', { visitor_id: 'v1', session_id: 's1' }, { visitor_id: 'v1', session_id: 's1' }],
      [
        '/pixel/goals',
        { visitor_id: 'v1', goal_name: 'Größe 💯' },
        { visitor_id: 'v1', goal_name: 'Größe 💯' },
      ],
      [
        '/pixel/payments',
        { visitor_id: 'v1', transaction_id: 't1', amount: 89.5 },
        { visitor_id: 'v1', transaction_id: 't1' },
      ],
      ['/pixel/identify', { visitor_id: 'v1', external_id: 'customer-1' }, { visitor_id: 'v1' }],
    ];
    for (const [path, given, echoed] of expected) {
      const { status, body, headers } = await tenant.post(path, { website_id, ...given });
      expect(body).toEqual({
        status: 'success',
        data: { accepted: true, ...echoed },
        meta: { request_id: headers.get('x-request-id') },
      });
      expect(status).toBe(200);
    }
  });

  it.concurrent('makes a visitor and a session when they are omitted or blank', async () => {
    const tenant = await deployment.tenant();
    const visitors: string[] = [];
    for (const blank of [{}, { visitor_id: '', session_id: '' }, { visitor_id: ' ', session_id: '\t' }]) {
      for (const endpoint of [events, goals, payments]) {
        const { body } = await tenant.post(endpoint.path, { ...endpoint.build(tenant), ...blank });
        expect(body.data.visitor_id).toMatch(/^\S{8,128}$/);
        visitors.push(body.data.visitor_id);
        if (endpoint === events) {
          expect(body.data.session_id).toMatch(/^\S{8,128}$/);
          expect(body.data.session_id).not.toBe(body.data.visitor_id);
        }
      }
    }
    expect(new Set(visitors).size).toBe(visitors.length);
  });

  it.concurrent('is found by the ids that it answered', async () => {
    const tenant = await deployment.tenant();
    const custom = { ...events.build(tenant), name: 'custom', properties: { goal_name: 'trial', n: 1 } };
    const { body } = await tenant.post('/pixel/events', custom);
    const { visitor_id, session_id } = body.data;
    await deployment.settle();
    expect(await tenant.rows(`/pixel/visitors/${visitor_id}`)).toMatchObject([
      { goal_name: 'trial', details: { goal_name: 'trial', n: 1 }, session_id },
    ]);
  });

  it.concurrent('names a custom event custom_event unless its properties name it', async () => {
    const tenant = await deployment.tenant();
    const unnamed = [
      undefined,
      {},
      { goal_name: '' },
      { goal_name: ' \n' },
      { goal_name: 7 },
      { other: 'x' },
    ];
    for (const properties of unnamed) {
      const body = { ...events.build(tenant), name: 'custom', visitor_id: 'v1', properties };
      expect((await tenant.post('/pixel/events', body)).status).toBe(200);
    }
    await deployment.settle();
    const names = (await tenant.rows('/pixel/visitors/v1')).map(({ goal_name }) => goal_name);
    expect(names).toEqual(Array(6).fill('custom_event'));
  });

  it.concurrent('is a pageview of / unless it says otherwise', async () => {
    const tenant = await deployment.tenant();
    const ts = Date.UTC(2026, 0, 5, 12);
    for (const given of [{}, { path: '' }, { path: '/', name: 'pageview' }]) {
      await tenant.post('/pixel/events', { ...events.build(tenant), ...given, ts });
    }
    await deployment.settle();
    const query = { from_date: '2026-01-05', to_date: '2026-01-05' };
    expect(await tenant.rows('/pixel/analytics/pages', query)).toMatchObject([{ path: '/', views: '3' }]);
  });

  it.concurrent('keeps a path without query and fragment, and reads the campaign from it', async () => {
    const tenant = await deployment.tenant();
    const ts = Date.UTC(2026, 0, 5, 12);
    const query = { from_date: '2026-01-05', to_date: '2026-01-05' };
    const tags = 'utm_source=mail&utm_medium=email&utm_campaign=spring';
    for (const [visitor_id, given] of [
      ['a', { path: `/pricing?${tags}#plans` }],
      ['b', { path: `/pricing?${tags}`, utm_campaign: 'given' }],
      ['c', { path: '/pricing?gclid=abc' }],
      ['d', { path: '?page=2#x', user_agent: 'GPTBot/1.2' }],
    ] as const) {
      await tenant.post('/pixel/events', { ...events.build(tenant), visitor_id, ...given, ts });
    }
    await deployment.settle();
    expect(await tenant.rows('/pixel/analytics/pages', query)).toMatchObject([
      { path: '/pricing', views: '3' },
    ]);
    expect(await tenant.rows('/pixel/analytics/campaigns', query)).toMatchObject([
      { utm_campaign: '(none)', utm_source: '(none)' },
      { utm_campaign: 'given', utm_source: 'mail', utm_medium: 'email' },
      { utm_campaign: 'spring', utm_source: 'mail', utm_medium: 'email' },
    ]);
    expect(await tenant.rows('/pixel/analytics/referrers', { ...query, mode: 'channel' })).toMatchObject([
      { channel: 'Email', visitors: '2' },
      { channel: 'Paid Search', visitors: '1' },
    ]);
  });

  it.concurrent('ignores unknown fields, and none of them selects another workspace', async () => {
    const ours = await deployment.tenant();
    const theirs = await deployment.tenant();
    const elsewhere = { workspace_id: theirs.workspaceId, workspace: { id: theirs.workspaceId } };
    for (const endpoint of writeEndpoints) {
      const body = { ...endpoint.build(ours), visitor_id: 'v1', ...elsewhere, nonsense: [1] };
      expect((await ours.post(endpoint.path, body)).status).toBe(200);
    }
    await deployment.settle();
    expect(await ours.rows('/pixel/visitors/v1')).toHaveLength(1);
    expect(await theirs.rows('/pixel/visitors/v1')).toEqual([]);
    const query = { website_id: ours.website, workspace_id: ours.workspaceId };
    expect((await theirs.get('/pixel/visitors/v1', query)).status).toBe(403);
  });
});
