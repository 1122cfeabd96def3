import { expect, it } from 'vitest';
import type { ApiResponse } from '../../harness/api-client.ts';
import { describeOneServer } from '../../harness/deployments.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { type Body, expectInvalid, payments } from './write-endpoints.ts';

describeOneServer('payment', (deployment) => {
  const query = { metric: 'revenue', from_date: '2026-01-05', to_date: '2026-01-05' };
  const timestamp = '2026-01-05T12:00:00Z';

  async function pay(tenant: Tenant, fields: Body): Promise<ApiResponse> {
    return tenant.post('/pixel/payments', { ...payments.build(tenant), timestamp, ...fields });
  }

  it.concurrent.each([
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

  it.concurrent('stays within ±10^12', async () => {
    const tenant = await deployment.tenant();
    for (const amount of [1e12 + 1, -1e12 - 1, 1e300, '10', null, [1]]) {
      expectInvalid(await pay(tenant, { amount }), 'amount');
    }
    expect((await tenant.post('/pixel/payments', '{"amount":1e999}')).status).toBe(400);
  });

  it.concurrent('has a currency of three letters', async () => {
    const tenant = await deployment.tenant();
    for (const currency of ['USD', 'EUR', 'JPY', undefined]) {
      expect((await pay(tenant, { currency })).status).toBe(200);
    }
    for (const currency of ['', 'EU', 'EURO', 'E1R', '€€€', ' EUR', 7, null]) {
      expectInvalid(await pay(tenant, { currency }), 'currency');
    }
  });

  it.concurrent('may say that it is a renewal or refunded', async () => {
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
