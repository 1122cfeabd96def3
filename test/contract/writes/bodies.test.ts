import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import {
  events,
  expectInvalid,
  goals,
  identify,
  payments,
  type WriteEndpoint,
  writeEndpoints,
} from './write-endpoints.ts';

describeOneServer('body of a write', (deployment) => {
  const shortest: [WriteEndpoint, string, number][] = [
    [goals, 'goal_name', 255],
    [payments, 'transaction_id', 255],
    [identify, 'visitor_id', 128],
    [identify, 'external_id', 512],
  ];
  const longest: [WriteEndpoint, string, number][] = [
    ...shortest,
    [events, 'path', 2048],
    [events, 'referrer', 2048],
    [events, 'visitor_id', 128],
    [events, 'session_id', 128],
    ...['source', 'medium', 'campaign', 'term', 'content'].map((tag): [WriteEndpoint, string, number] => [
      events,
      `utm_${tag}`,
      255,
    ]),
    [goals, 'visitor_id', 128],
    [payments, 'visitor_id', 128],
    ...writeEndpoints.map((endpoint): [WriteEndpoint, string, number] => [endpoint, 'event_id', 128]),
  ];

  it.concurrent('takes each field up to its limit, and no longer', async () => {
    const tenant = await deployment.tenant();
    for (const [endpoint, field, limit] of longest) {
      const send = (length: number) =>
        tenant.post(endpoint.path, { ...endpoint.build(tenant), [field]: 'x'.repeat(length) });
      const within = await send(limit);
      expect({ field, status: within.status }).toEqual({ field, status: 200 });
      if (field in within.body.data) expect(within.body.data[field]).toBe('x'.repeat(limit));
      expectInvalid(await send(limit + 1), field);
    }
  });

  it.concurrent('counts characters, not the units that a language cuts them into', async () => {
    const tenant = await deployment.tenant();
    for (const [endpoint, field, limit] of shortest) {
      const send = (length: number) =>
        tenant.post(endpoint.path, { ...endpoint.build(tenant), [field]: '💯'.repeat(length) });
      expect((await send(limit)).status).toBe(200);
      expectInvalid(await send(limit + 1), field);
    }
  });

  it.concurrent('has no blank goal name, which no report could be asked for', async () => {
    const tenant = await deployment.tenant();
    for (const goal_name of [' ', '\t\n', '\u00a0\u3000']) {
      expectInvalid(await tenant.post('/pixel/goals', { ...goals.build(tenant), goal_name }), 'goal_name');
      const path = `/pixel/goals/${encodeURIComponent(goal_name)}/metadata`;
      const { body } = await tenant.get(path, { website_id: tenant.website });
      expect(body.error.code).toBe('invalid_goal');
    }
  });

  it.concurrent('needs its required fields, filled', async () => {
    const tenant = await deployment.tenant();
    for (const [endpoint, field] of shortest) {
      expectInvalid(await tenant.post(endpoint.path, { ...endpoint.build(tenant), [field]: '' }), field);
      const { [field]: _left, ...rest } = endpoint.build(tenant);
      expectInvalid(await tenant.post(endpoint.path, rest), field);
    }
    for (const endpoint of writeEndpoints) {
      const { website_id: _left, ...rest } = endpoint.build(tenant);
      expectInvalid(await tenant.post(endpoint.path, rest), 'website_id');
      expectInvalid(await tenant.post(endpoint.path, { ...rest, website_id: '' }), 'website_id');
      expectInvalid(await tenant.post(endpoint.path, { ...rest, website_id: 7 }), 'website_id');
    }
  });

  it.concurrent('tells all wrong fields at once', async () => {
    const tenant = await deployment.tenant();
    expectInvalid(await tenant.post('/pixel/events', {}), 'website_id');
    expectInvalid(await tenant.post('/pixel/goals', {}), 'website_id', 'goal_name');
    expectInvalid(await tenant.post('/pixel/payments', {}), 'website_id', 'transaction_id', 'amount');
    expectInvalid(await tenant.post('/pixel/identify', {}), 'website_id', 'visitor_id', 'external_id');
    const wrong = { website_id: 1, path: 2, referrer: [], visitor_id: {}, ts: true, properties: [] };
    expectInvalid(await tenant.post('/pixel/events', wrong), ...Object.keys(wrong));
  });

  it.concurrent('must be an object as a whole', async () => {
    const tenant = await deployment.tenant();
    for (const { path } of writeEndpoints) {
      for (const body of ['null', '[]', '[{}]', '"text"', '7', 'true']) {
        const answer = await tenant.post(path, body);
        expect(answer.status).toBe(400);
        expect(answer.body.error).toMatchObject({
          code: 'invalid_body',
          details: { fieldErrors: {}, formErrors: [expect.stringMatching(/\S/)] },
        });
      }
    }
  });

  it.concurrent('keeps properties and traits as objects', async () => {
    const tenant = await deployment.tenant();
    const objects: [WriteEndpoint, string][] = [
      [events, 'properties'],
      [goals, 'properties'],
      [identify, 'traits'],
    ];
    for (const [endpoint, field] of objects) {
      for (const value of ['text', 7, ['a'], true]) {
        expectInvalid(await tenant.post(endpoint.path, { ...endpoint.build(tenant), [field]: value }), field);
      }
      const kept = {
        text: 'a',
        number: 1.5,
        yes: true,
        nothing: null,
        list: [1, { deep: 'x' }],
        '': 'empty',
      };
      const body = { ...endpoint.build(tenant), visitor_id: 'v1', [field]: kept };
      expect((await tenant.post(endpoint.path, body)).status).toBe(200);
      if (endpoint !== goals) continue;
      await deployment.settle();
      expect((await tenant.rows('/pixel/visitors/v1'))[0]?.details).toEqual(kept);
    }
  });

  it.concurrent('is no payment on the events endpoint', async () => {
    const tenant = await deployment.tenant();
    for (const name of ['payment', 'Pageview', 'goal', '', 7]) {
      const body = { ...events.build(tenant), name, amount: 10, currency: 'EUR' };
      expectInvalid(await tenant.post('/pixel/events', body), 'name');
    }
    await deployment.settle();
    expect(await tenant.rows('/pixel/analytics/overview')).toMatchObject([{ status: 'never' }]);
  });
});
