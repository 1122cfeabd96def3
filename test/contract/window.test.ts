/** Everything that only a clock can show: the window of the limit, and the 24 hours of the contract. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiResponse } from '../harness/api-client.ts';
import type { Tenant } from '../harness/tenant.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
/** In the middle of a minute and of a second, so that a window cut by the clock would show. */
const begin = Date.UTC(2026, 2, 10, 9, 30, 17, 250);

let now = begin;
let server: OwnServer;

beforeAll(async () => {
  server = await startOwnServer({ clock: () => now });
});
afterAll(() => server.stop());

function windowOf({ status, headers }: ApiResponse) {
  return {
    status,
    remaining: Number(headers.get('x-ratelimit-remaining')),
    reset: Number(headers.get('x-ratelimit-reset')),
    retryAfter: headers.get('retry-after'),
  };
}

async function at(time: number, tenant: Tenant) {
  now = time;
  return windowOf(await tenant.get('/me'));
}

it('opens with the first request and stays for 60 seconds from it', async () => {
  const tenant = await server.tenant({ rateLimit: 2 });
  const reset = Math.ceil((begin + minute) / second);
  const open = { status: 200, reset, retryAfter: null };
  expect(await at(begin, tenant)).toEqual({ ...open, remaining: 1 });
  expect(await at(begin + 43 * second, tenant)).toEqual({ ...open, remaining: 0 });
  const refused = { status: 429, reset, remaining: 0 };
  expect(await at(begin + 44 * second, tenant)).toEqual({ ...refused, retryAfter: '16' });
  expect(await at(begin + minute - 1, tenant)).toEqual({ ...refused, retryAfter: '1' });
});

it('is over after 60 seconds, and the next request opens a new one, however late it comes', async () => {
  const tenant = await server.tenant({ rateLimit: 1 });
  const opened = { status: 200, remaining: 0, retryAfter: null };
  const resetOf = (time: number) => Math.ceil((time + minute) / second);
  expect(await at(begin, tenant)).toEqual({ ...opened, reset: resetOf(begin) });
  const next = begin + minute;
  expect(await at(next, tenant)).toEqual({ ...opened, reset: resetOf(next) });
  expect(await at(next + 1, tenant)).toMatchObject({ status: 429, reset: resetOf(next), retryAfter: '60' });
  const late = next + 5 * minute + 333;
  expect(await at(late, tenant)).toEqual({ ...opened, reset: resetOf(late) });
});

it('is not stretched by requests that were refused', async () => {
  const tenant = await server.tenant({ rateLimit: 1 });
  await at(begin, tenant);
  for (let passed = 10; passed < 60; passed += 10) {
    expect(await at(begin + passed * second, tenant)).toMatchObject({
      status: 429,
      retryAfter: String(60 - passed),
    });
  }
  expect((await at(begin + minute, tenant)).status).toBe(200);
});

it('names the wait in the body as in the header', async () => {
  const tenant = await server.tenant({ rateLimit: 1 });
  await at(begin, tenant);
  now = begin + 12_500;
  const { status, body, headers } = await tenant.get('/pixel/websites');
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('48');
  expect(body.error.details).toEqual({ limit: 1, window: '1 minute', retryAfter: 48 });
});

it('belongs to one workspace alone', async () => {
  const ours = await server.tenant({ rateLimit: 1 });
  const theirs = await server.tenant({ rateLimit: 1 });
  await at(begin, ours);
  expect(await at(begin + 30 * second, theirs)).toEqual({
    status: 200,
    remaining: 0,
    reset: Math.ceil((begin + 90 * second) / second),
    retryAfter: null,
  });
  expect((await at(begin + minute, ours)).status).toBe(200);
  expect((await at(begin + minute, theirs)).status).toBe(429);
});

it('lets a key expire at its time, not before', async () => {
  now = begin;
  const tenant = await server.tenant();
  const { key } = await tenant.createKey(['pixel:read'], begin + minute);
  now = begin + minute - 1;
  expect((await server.api({ path: '/me', key })).status).toBe(200);
  now = begin + minute;
  expect((await server.api({ path: '/me', key })).body.error.code).toBe('api_key_expired');
});

it('takes a timestamp up to 24 hours ahead and no later', async () => {
  now = begin;
  const tenant = await server.tenant();
  const send = (timestamp: number | string) =>
    tenant.post('/pixel/goals', { website_id: tenant.website, goal_name: 'signup', timestamp });
  expect((await send(begin + day)).status).toBe(200);
  expect((await send(new Date(begin + day).toISOString())).status).toBe(200);
  for (const late of [begin + day + 1, new Date(begin + day + 1).toISOString()]) {
    const { status, body } = await send(late);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_body', details: { formErrors: [] } });
    expect(Object.keys(body.error.details.fieldErrors)).toEqual(['timestamp']);
  }
});

it('remembers a retry for 24 hours', async () => {
  now = begin;
  const tenant = await server.tenant();
  const send = async () =>
    (await tenant.post('/pixel/goals', { website_id: tenant.website, goal_name: 'signup', event_id: 'once' }))
      .body.data.visitor_id;
  const first = await send();
  await server.settle();
  now = begin + day - 1;
  expect(await send()).toBe(first);
  now = begin + day;
  const second = await send();
  expect(second).not.toBe(first);
  await server.settle();
  expect(await tenant.rows(`/pixel/visitors/${first}`)).toHaveLength(1);
  expect(await tenant.rows(`/pixel/visitors/${second}`)).toHaveLength(1);
});

it('remembers a transaction for ever', async () => {
  now = begin;
  const tenant = await server.tenant();
  const send = (amount: number) =>
    tenant.post('/pixel/payments', { website_id: tenant.website, transaction_id: 't1', amount });
  await send(10);
  await server.settle();
  now = begin + 400 * day;
  const { status, body } = await send(99);
  expect(status).toBe(200);
  expect(body.data.accepted).toBe(true);
  await server.settle();
  const query = { metric: 'revenue', granularity: 'month', lookback_days: 500 };
  const months = await tenant.rows('/pixel/analytics/timeseries', query);
  expect(months.map(({ value }) => value).filter((value) => value !== 0)).toEqual([10]);
});
