/** At night what is too old is deleted and not only hidden; what reports of some zone still show stays. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tenant } from '../harness/tenant.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { createSender } from './reports/records.ts';

const hourMs = 3_600_000;
/** Nine days and two hours after half past midnight of a leap day. */
const night = Date.parse('2028-03-09T02:30:00Z');
const edge = Date.parse('2028-02-29T00:30:00Z');

let now = night - 24 * hourMs;
let server: OwnServer;

beforeAll(async () => {
  server = await startOwnServer({ clock: () => now });
  await server.runJobs();
});
afterAll(() => server?.stop());

async function listRecords(
  tenant: Tenant,
  visitor_id: string,
): Promise<Record<string, unknown[]> | undefined> {
  const { body } = await tenant.post('/pixel/persons/export', { visitor_id });
  return (body as { data?: { websites: { records: Record<string, unknown[]> }[] } }).data?.websites[0]
    ?.records;
}

async function countViews(tenant: Tenant, visitor: string): Promise<number> {
  return (await listRecords(tenant, visitor))?.pageviews?.length ?? 0;
}

async function record(tenant: Tenant): Promise<void> {
  const send = createSender(tenant);
  const { website: website_id } = tenant;
  await send.view('ancient', 'ancient', '2024-02-29T12:00:00Z', { path: '/ancient' });
  await send.view('just-gone', 'just-gone', edge - 1, { path: '/just-gone' });
  await send.view('just-kept', 'just-kept', edge, { path: '/just-kept' });
  // A visit that goes on past the edge, and a session id that somebody uses for days.
  await send.view('visiting', 'visit', edge - 2 * hourMs, { path: '/landing' });
  await send.view('visiting', 'visit', edge + hourMs, { path: '/later' });
  await send.view('for-days', 'days', edge - 30 * hourMs, { path: '/first' });
  await send.view('for-days', 'days', edge + hourMs, { path: '/last' });
  await send.goal('just-gone', edge - 1);
  await send.goal('just-kept', edge);
  const payment = { website_id, amount: 1, currency: 'USD' };
  for (const [visitor_id, timestamp] of [
    ['just-gone', edge - 1],
    ['just-kept', edge],
  ] as const) {
    await tenant.post('/pixel/payments', {
      ...payment,
      visitor_id,
      timestamp,
      transaction_id: `t-${visitor_id}`,
    });
  }
}

it('takes what no zone shows any more, day after day, and nothing of workspaces that keep it', async () => {
  const ours = await server.tenant({ retentionDays: 9 });
  const theirs = await server.tenant();
  for (const tenant of [ours, theirs]) await record(tenant);
  await server.settle();
  expect(await countViews(ours, 'ancient')).toBe(1);

  now = night;
  await server.runJobs();
  const views = async (tenant: Tenant) =>
    Object.fromEntries(
      await Promise.all(
        ['ancient', 'just-gone', 'just-kept', 'visiting', 'for-days'].map(async (visitor) => [
          visitor,
          await countViews(tenant, visitor),
        ]),
      ),
    );
  expect(await views(ours)).toEqual({
    ancient: 0,
    'just-gone': 0,
    'just-kept': 1,
    visiting: 2,
    'for-days': 1,
  });
  expect(await views(theirs)).toEqual({
    ancient: 1,
    'just-gone': 1,
    'just-kept': 1,
    visiting: 2,
    'for-days': 2,
  });
  expect(await listRecords(ours, 'just-gone')).toBeUndefined();
  const kept = await listRecords(ours, 'just-kept');
  expect([kept?.goals?.length, kept?.payments?.length]).toEqual([1, 1]);

  // The visit that went on goes when all of it is past the edge.
  now = night + 24 * hourMs;
  await server.runJobs();
  expect(await views(ours)).toEqual({
    ancient: 0,
    'just-gone': 0,
    'just-kept': 0,
    visiting: 0,
    'for-days': 0,
  });
  const jobs = await server.control.db
    .selectFrom('jobs')
    .selectAll()
    .where('name', '=', 'retention')
    .execute();
  expect(jobs).toMatchObject([{ error: null, due_at: Date.parse('2028-03-11T02:30:00Z') }]);
});

it('keeps an identity for as long as there is a record of its visitor', async () => {
  const tenant = await server.tenant({ retentionDays: 9 });
  const { website: website_id } = tenant;
  for (const visitor_id of ['stays', 'left']) {
    await tenant.post('/pixel/identify', { website_id, visitor_id, external_id: `id of ${visitor_id}` });
  }
  const since = now;
  await createSender(tenant).view('stays', 'later', since + 23 * hourMs);
  await server.settle();
  now = since + 10 * 24 * hourMs;
  await server.runJobs();
  expect((await listRecords(tenant, 'left'))?.identities).toBeUndefined();
  expect((await listRecords(tenant, 'stays'))?.identities).toHaveLength(1);
});
