/** What depends on the time: on a server of its own whose clock stands still until it is moved. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tenant } from '../../harness/tenant.ts';
import { type OwnServer, startOwnServer } from '../own-server.ts';
import { bounced, tail } from '../reports/records.ts';
import { createScript, type Script } from './script.ts';

const minuteMs = 60_000;
const evening = Date.UTC(2026, 2, 1, 22);
const range = { from_date: '2026-03-01', to_date: '2026-03-03' };

let now = evening;
let server: OwnServer;

beforeAll(async () => {
  server = await startOwnServer({ clock: () => now });
});
afterAll(() => server?.stop());

async function begin(): Promise<{ tenant: Tenant; send: Script }> {
  now = evening;
  const tenant = await server.tenant();
  return { tenant, send: createScript([server.url], tenant.website) };
}

const devices = (tenant: Tenant) => tenant.rows('/pixel/analytics/devices', range);
const cookieless = { v: undefined, s: undefined };

it('a session lasts until its last page was left', async () => {
  const { tenant, send } = await begin();
  await send({ i: 1 });
  now += 90_000;
  await send({ t: 'leave', i: 1, d: 60_000 });
  await server.settle();
  expect(await devices(tenant)).toEqual([{ device: 'desktop', ...bounced(1), avg_session_seconds: 90 }]);
  expect(await tenant.rows('/pixel/analytics/pages', range)).toMatchObject([{ avg_time_seconds: 60 }]);
});

it('a view without visible time lasts until the next', async () => {
  const { tenant, send } = await begin();
  await send({ u: 'https://example.com/a', i: 1 });
  now += 30_000;
  await send({ u: 'https://example.com/b', i: 2 });
  now += 5_000;
  await send({ t: 'leave', u: 'https://example.com/b', i: 2, d: 5_000 });
  await server.settle();
  expect(await tenant.rows('/pixel/analytics/pages', range)).toMatchObject([
    { path: '/a', avg_time_seconds: 30 },
    { path: '/b', avg_time_seconds: 5 },
  ]);
});

it('a leave on the next day belongs to the view and the session of the day before', async () => {
  const { tenant, send } = await begin();
  now = Date.UTC(2026, 2, 1, 23, 59);
  await send({ i: 1 });
  now += 2 * minuteMs;
  await send({ t: 'leave', i: 1, d: 100_000 });
  await server.settle();
  const day = (date: string) => ({ from_date: date, to_date: date });
  expect(await tenant.rows('/pixel/analytics/pages', day('2026-03-01'))).toMatchObject([
    { views: '1', bounces: '1', avg_time_seconds: 100 },
  ]);
  expect(await tenant.rows('/pixel/analytics/devices', day('2026-03-01'))).toMatchObject([
    { avg_session_seconds: 120 },
  ]);
  expect(await tenant.rows('/pixel/analytics/pages', day('2026-03-02'))).toEqual([]);
  expect(await tenant.rows('/pixel/analytics/devices', day('2026-03-02'))).toEqual([]);
});

it('a visitor without cookies is one visitor, over midnight too, in sessions of 30 minutes', async () => {
  const { tenant, send } = await begin();
  await send(cookieless);
  now += 20 * minuteMs;
  await send(cookieless);
  now += 31 * minuteMs;
  await send(cookieless);
  await server.settle();
  const until = { visitors: '1', sessions: '2', pageviews: '3', bounces: '1', bounce_rate: 50 };
  expect(await devices(tenant)).toEqual([
    { device: 'desktop', ...tail({ ...until, avg_session_seconds: 600 }) },
  ]);

  now = Date.UTC(2026, 2, 1, 23, 50);
  await send(cookieless);
  now += 20 * minuteMs;
  await send(cookieless);
  await server.settle();
  const over = { visitors: '1', sessions: '3', pageviews: '5', bounces: '1', bounce_rate: 33.33 };
  expect(await devices(tenant)).toEqual([
    { device: 'desktop', ...tail({ ...over, avg_session_seconds: 800 }) },
  ]);

  now += 24 * 60 * minuteMs;
  await send(cookieless);
  await server.settle();
  expect(await devices(tenant)).toMatchObject([{ visitors: '2', sessions: '4' }]);
});

it('a visitor without cookies is another one on another website or with another browser', async () => {
  const { tenant, send } = await begin();
  const other = await server.tenant();
  await send(cookieless);
  await send(cookieless, {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  });
  await createScript([server.url], other.website)(cookieless);
  await server.settle();
  expect(await devices(tenant)).toEqual([{ device: 'desktop', ...bounced(2) }]);
  expect(await devices(other)).toEqual([{ device: 'desktop', ...bounced(1) }]);
});
