/** What the write endpoints take and answer. Retries and duplicates: retries.test.ts. */
import { expect, it } from 'vitest';
import type { ApiResponse } from '../harness/api-client.ts';
import { describeDeployments, describeOneServer } from '../harness/deployments.ts';
import type { Tenant } from '../harness/tenant.ts';

type Body = Record<string, unknown>;
type WriteEndpoint = { path: string; build(tenant: Tenant): Body };

const events: WriteEndpoint = {
  path: '/pixel/events',
  build: ({ website }) => ({ website_id: website }),
};
const goals: WriteEndpoint = {
  path: '/pixel/goals',
  build: ({ website }) => ({ website_id: website, goal_name: 'signup' }),
};
const payments: WriteEndpoint = {
  path: '/pixel/payments',
  build: ({ website }) => ({ website_id: website, transaction_id: crypto.randomUUID(), amount: 1 }),
};
const identify: WriteEndpoint = {
  path: '/pixel/identify',
  build: ({ website }) => ({ website_id: website, visitor_id: 'v1', external_id: 'customer-1' }),
};
const writeEndpoints = [events, goals, payments, identify];

function expectInvalid({ status, body, headers }: ApiResponse, ...fields: string[]): void {
  expect(body).toEqual({
    status: 'error',
    error: {
      code: 'invalid_body',
      message: expect.any(String),
      details: { fieldErrors: expect.any(Object), formErrors: [] },
    },
    meta: { request_id: headers.get('x-request-id') },
  });
  expect(status).toBe(400);
  const { fieldErrors } = body.error.details;
  expect(Object.keys(fieldErrors).sort()).toEqual(fields.sort());
  for (const problems of Object.values(fieldErrors)) {
    expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(/\S/)]));
  }
}

describeDeployments('accepted write', (deployment) => {
  it('echoes what the caller named', async () => {
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

  it('makes a visitor and a session when they are omitted or blank', async () => {
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

  it('is found by the ids that it answered', async () => {
    const tenant = await deployment.tenant();
    const custom = { ...events.build(tenant), name: 'custom', properties: { goal_name: 'trial', n: 1 } };
    const { body } = await tenant.post('/pixel/events', custom);
    const { visitor_id, session_id } = body.data;
    await deployment.settle();
    expect(await tenant.rows(`/pixel/visitors/${visitor_id}`)).toMatchObject([
      { goal_name: 'trial', details: { goal_name: 'trial', n: 1 }, session_id },
    ]);
  });

  it('names a custom event custom_event unless its properties name it', async () => {
    const tenant = await deployment.tenant();
    for (const properties of [undefined, {}, { goal_name: '' }, { goal_name: 7 }, { other: 'x' }]) {
      const body = { ...events.build(tenant), name: 'custom', visitor_id: 'v1', properties };
      expect((await tenant.post('/pixel/events', body)).status).toBe(200);
    }
    await deployment.settle();
    const names = (await tenant.rows('/pixel/visitors/v1')).map(({ goal_name }) => goal_name);
    expect(names).toEqual(Array(5).fill('custom_event'));
  });

  it('is a pageview of / unless it says otherwise', async () => {
    const tenant = await deployment.tenant();
    const ts = Date.UTC(2026, 0, 5, 12);
    for (const given of [{}, { path: '' }, { path: '/', name: 'pageview' }]) {
      await tenant.post('/pixel/events', { ...events.build(tenant), ...given, ts });
    }
    await deployment.settle();
    const query = { from_date: '2026-01-05', to_date: '2026-01-05' };
    expect(await tenant.rows('/pixel/analytics/pages', query)).toMatchObject([{ path: '/', views: '3' }]);
  });

  it('ignores unknown fields, and none of them selects another workspace', async () => {
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

  it('takes each field up to its limit, and no longer', async () => {
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

  it('counts characters, not the units that a language cuts them into', async () => {
    const tenant = await deployment.tenant();
    for (const [endpoint, field, limit] of shortest) {
      const send = (length: number) =>
        tenant.post(endpoint.path, { ...endpoint.build(tenant), [field]: '💯'.repeat(length) });
      expect((await send(limit)).status).toBe(200);
      expectInvalid(await send(limit + 1), field);
    }
  });

  it('needs its required fields, filled', async () => {
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

  it('tells all wrong fields at once', async () => {
    const tenant = await deployment.tenant();
    expectInvalid(await tenant.post('/pixel/events', {}), 'website_id');
    expectInvalid(await tenant.post('/pixel/goals', {}), 'website_id', 'goal_name');
    expectInvalid(await tenant.post('/pixel/payments', {}), 'website_id', 'transaction_id', 'amount');
    expectInvalid(await tenant.post('/pixel/identify', {}), 'website_id', 'visitor_id', 'external_id');
    const wrong = { website_id: 1, path: 2, referrer: [], visitor_id: {}, ts: true, properties: [] };
    expectInvalid(await tenant.post('/pixel/events', wrong), ...Object.keys(wrong));
  });

  it('must be an object as a whole', async () => {
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

  it('keeps properties and traits as objects', async () => {
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

  it('is no payment on the events endpoint', async () => {
    const tenant = await deployment.tenant();
    for (const name of ['payment', 'Pageview', 'goal', '', 7]) {
      const body = { ...events.build(tenant), name, amount: 10, currency: 'EUR' };
      expectInvalid(await tenant.post('/pixel/events', body), 'name');
    }
    await deployment.settle();
    expect(await tenant.rows('/pixel/analytics/overview')).toMatchObject([{ status: 'never' }]);
  });
});

describeOneServer('timestamp', (deployment) => {
  const named: [WriteEndpoint, string][] = [
    [events, 'ts'],
    [goals, 'timestamp'],
    [payments, 'timestamp'],
  ];
  const noon = Date.UTC(2025, 5, 1, 12);
  const accepted: [number | string, number][] = [
    [noon, noon],
    [noon + 7, noon + 7],
    ['2025-06-01T12:00:00Z', noon],
    ['2025-06-01T12:00:00.007Z', noon + 7],
    ['2025-06-01T12:00:00', noon],
    ['2025-06-01T12:00', noon],
    ['2025-06-01T14:00:00+02:00', noon],
    ['2025-06-01T06:30:00-05:30', noon],
    ['2025-06-01', Date.UTC(2025, 5, 1)],
    [0, 0],
    ['1970-01-01T00:00:00Z', 0],
  ];
  const refused = [
    'nonsense',
    '',
    '2025-13-01',
    '2025-02-30',
    '2025-06-01T25:00:00Z',
    '12:00',
    1e20,
    true,
    {},
  ];

  it('is Unix milliseconds or ISO-8601, and shows where it belongs', async () => {
    const tenant = await deployment.tenant();
    for (const [index, [timestamp]] of accepted.entries()) {
      const body = { ...goals.build(tenant), visitor_id: `v${index}`, timestamp };
      expect((await tenant.post('/pixel/goals', body)).status).toBe(200);
    }
    await deployment.settle();
    for (const [index, [timestamp, expected]] of accepted.entries()) {
      const [row] = await tenant.rows(`/pixel/visitors/v${index}`);
      const found = Date.parse(String(row?.ts));
      expect({ timestamp, found }).toEqual({ timestamp, found: expected });
    }
  });

  it('is called ts on events and timestamp elsewhere, with the same rules', async () => {
    const tenant = await deployment.tenant();
    for (const [endpoint, field] of named) {
      for (const [value] of accepted) {
        const { status } = await tenant.post(endpoint.path, { ...endpoint.build(tenant), [field]: value });
        expect({ field, value, status }).toEqual({ field, value, status: 200 });
      }
      const ahead = Date.now() + 24 * 3_600_000 + 60_000;
      for (const value of [...refused, ahead, new Date(ahead).toISOString()]) {
        expectInvalid(await tenant.post(endpoint.path, { ...endpoint.build(tenant), [field]: value }), field);
      }
      const soon = Date.now() + 24 * 3_600_000 - 60_000;
      const { status } = await tenant.post(endpoint.path, { ...endpoint.build(tenant), [field]: soon });
      expect(status).toBe(200);
    }
  });

  it('is the time of the request by default', async () => {
    const tenant = await deployment.tenant();
    const before = Date.now();
    await tenant.post('/pixel/goals', { ...goals.build(tenant), visitor_id: 'v1' });
    const after = Date.now();
    await deployment.settle();
    const [row] = await tenant.rows('/pixel/visitors/v1');
    expect(Date.parse(String(row?.ts))).toBeGreaterThanOrEqual(before);
    expect(Date.parse(String(row?.ts))).toBeLessThanOrEqual(after);
  });

  it('may be of 1970 in reports too', async () => {
    const tenant = await deployment.tenant();
    await tenant.post('/pixel/events', { ...events.build(tenant), path: '/old', ts: 0 });
    await deployment.settle();
    const query = { from_date: '1970-01-01', to_date: '1970-01-01' };
    expect(await tenant.rows('/pixel/analytics/pages', query)).toMatchObject([{ path: '/old', views: '1' }]);
  });
});

describeOneServer('payment', (deployment) => {
  const query = { metric: 'revenue', from_date: '2026-01-05', to_date: '2026-01-05' };
  const timestamp = '2026-01-05T12:00:00Z';

  async function pay(tenant: Tenant, fields: Body): Promise<ApiResponse> {
    return tenant.post('/pixel/payments', { ...payments.build(tenant), timestamp, ...fields });
  }

  it.each([
    [[1e12], 1e12],
    [[-1e12], -1e12],
    [[0.000001], 0.000001],
    [[0.1, 0.2], 0.3],
    [[89.5, -89.5], 0],
    [[123456.654321, 0.000009], 123456.65433],
    [[0], 0],
  ])('of %j sums up to %d', async (amounts, expected) => {
    const tenant = await deployment.tenant();
    for (const amount of amounts) expect((await pay(tenant, { amount })).status).toBe(200);
    await deployment.settle();
    expect(await tenant.rows('/pixel/analytics/timeseries', query)).toMatchObject([{ value: expected }]);
  });

  it('stays within ±10^12', async () => {
    const tenant = await deployment.tenant();
    for (const amount of [1e12 + 1, -1e12 - 1, 1e300, '10', null, [1]]) {
      expectInvalid(await pay(tenant, { amount }), 'amount');
    }
    expect((await tenant.post('/pixel/payments', '{"amount":1e999}')).status).toBe(400);
  });

  it('has a currency of three letters', async () => {
    const tenant = await deployment.tenant();
    for (const currency of ['USD', 'EUR', 'JPY', undefined]) {
      expect((await pay(tenant, { currency })).status).toBe(200);
    }
    for (const currency of ['', 'EU', 'EURO', 'E1R', '€€€', ' EUR', 7, null]) {
      expectInvalid(await pay(tenant, { currency }), 'currency');
    }
  });

  it('may say that it is a renewal or refunded', async () => {
    const tenant = await deployment.tenant();
    await pay(tenant, { amount: 10, renewal: true });
    await pay(tenant, { amount: 4, refunded: true });
    await pay(tenant, { amount: 20 });
    await deployment.settle();
    expect(await tenant.rows('/pixel/analytics/timeseries/breakdown', query)).toMatchObject([
      { value: 26, revenue_new: 20, revenue_renewal: 10, revenue_refund: -4 },
    ]);
    for (const field of ['renewal', 'refunded']) {
      expectInvalid(await pay(tenant, { [field]: 'yes' }), field);
    }
  });
});
