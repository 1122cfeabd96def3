import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { events, expectInvalid, goals, payments, type WriteEndpoint } from './write-endpoints.ts';

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

  it.concurrent('is Unix milliseconds or ISO-8601, and shows where it belongs', async () => {
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

  it.concurrent('is called ts on events and timestamp elsewhere, with the same rules', async () => {
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

  it.concurrent('is the time of the request by default', async () => {
    const tenant = await deployment.tenant();
    const before = Date.now();
    await tenant.post('/pixel/goals', { ...goals.build(tenant), visitor_id: 'v1' });
    const after = Date.now();
    await deployment.settle();
    const [row] = await tenant.rows('/pixel/visitors/v1');
    expect(Date.parse(String(row?.ts))).toBeGreaterThanOrEqual(before);
    expect(Date.parse(String(row?.ts))).toBeLessThanOrEqual(after);
  });

  it.concurrent('may be of 1970 in reports too', async () => {
    const tenant = await deployment.tenant();
    await tenant.post('/pixel/events', { ...events.build(tenant), path: '/old', ts: 0 });
    await deployment.settle();
    const query = { from_date: '1970-01-01', to_date: '1970-01-01' };
    expect(await tenant.rows('/pixel/analytics/pages', query)).toMatchObject([{ path: '/old', views: '1' }]);
  });
});
