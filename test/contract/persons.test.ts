/** A person is found, shown whole and erased; afterwards no file of the server holds anything of them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDeployments } from '../harness/deployments.ts';
import type { Tenant } from '../harness/tenant.ts';
import { createScript } from './collect/script.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { createSender } from './reports/records.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const patience = { timeout: 60_000, interval: 50 };

async function call(tenant: Tenant, verb: string, body: object) {
  const { status, body: answer } = await tenant.post(`/pixel/persons/${verb}`, body);
  const { data, error } = answer as { data?: unknown; error?: { code: string } };
  return { status, data, error };
}

// biome-ignore lint/suspicious/noExplicitAny: each verb answers with a shape of its own.
async function ask(tenant: Tenant, verb: string, body: object): Promise<any> {
  const { status, data, error } = await call(tenant, verb, body);
  expect({ verb, status, error }).toEqual({ verb, status: 200, error: undefined });
  return data;
}

/** On two devices, under one external ID; and a neighbour who does the same things. */
async function recordPerson(tenant: Tenant, name: string): Promise<void> {
  const send = createSender(tenant);
  const { website: website_id } = tenant;
  const [phone, laptop] = [`${name}-phone`, `${name}-laptop`];
  await send.view(phone, `${phone}-s`, '2024-03-01T10:00:00Z', { path: `/orders/${name}` });
  await send.view(phone, `${phone}-s`, '2024-03-01T10:05:00Z', { path: '/shared' });
  await send.view(laptop, `${laptop}-s`, '2024-03-02T10:00:00Z', { path: '/shared' });
  await send.goal(laptop, '2024-03-02T11:00:00Z', { properties: { plan: `plan of ${name}` } });
  for (const visitor_id of [phone, laptop]) {
    const identity = {
      website_id,
      visitor_id,
      external_id: `id of ${name}`,
      traits: { town: `town of ${name}` },
    };
    expect((await tenant.post('/pixel/identify', identity)).status).toBe(200);
  }
  const payment = {
    website_id,
    visitor_id: phone,
    transaction_id: `paid by ${name}`,
    amount: 12.5,
    currency: 'USD',
  };
  expect((await tenant.post('/pixel/payments', { ...payment, event_id: `once ${name}` })).status).toBe(200);
}

describeDeployments('A person', (deployment) => {
  it.concurrent('is found by each visitor and by the external ID, and shown whole', async () => {
    const tenant = await deployment.tenant();
    await recordPerson(tenant, 'jane');
    await recordPerson(tenant, 'joe');
    await deployment.settle();
    const { website: website_id } = tenant;
    const records = {
      ...{ pageviews: 3, event_hits: 0, leaves: 0, events: 0, automatics: 0 },
      ...{ goals: 1, payments: 1, identities: 2 },
    };
    for (const name of [
      { visitor_id: 'jane-phone' },
      { visitor_id: 'jane-laptop' },
      { external_id: 'id of jane' },
    ]) {
      const { websites } = await ask(tenant, 'find', { website_id, ...name });
      expect(websites).toEqual([
        {
          website_id,
          visitor_ids: expect.arrayContaining(['jane-phone', 'jane-laptop']),
          identified: true,
          first_seen: '2024-03-01T10:00:00.000Z',
          last_seen: expect.any(String),
          sessions: 2,
          records,
        },
      ]);
      expect(websites[0].visitor_ids).toHaveLength(2);
    }
    // Of all websites where none is named.
    const { websites } = await ask(tenant, 'export', { external_id: 'id of jane' });
    expect(websites).toHaveLength(1);
    expect(websites[0]).toMatchObject({ website_id, complete: true });
    const { pageviews, goals, payments, identities } = websites[0].records;
    expect(pageviews.map(({ path }: { path: string }) => path)).toEqual([
      '/orders/jane',
      '/shared',
      '/shared',
    ]);
    expect(goals).toEqual([
      {
        ts: '2024-03-02T11:00:00.000Z',
        visitor_id: 'jane-laptop',
        name: 'signup',
        details: { plan: 'plan of jane' },
      },
    ]);
    expect(payments).toMatchObject([{ transaction_id: 'paid by jane', amount: '12.5', currency: 'USD' }]);
    expect(identities).toMatchObject([
      { external_hash: sha256('id of jane'), traits: { town: 'town of jane' } },
      { external_hash: sha256('id of jane') },
    ]);
  });

  it.concurrent('is erased with everything, and nobody else', async () => {
    const [ours, theirs] = [await deployment.tenant(), await deployment.tenant()];
    for (const tenant of [ours, theirs]) {
      await recordPerson(tenant, 'jane');
      await recordPerson(tenant, 'joe');
    }
    await deployment.settle();
    const { website: website_id } = ours;
    const erased = await ask(ours, 'erase', { website_id, visitor_id: 'jane-laptop' });
    expect(erased).toEqual({
      id: expect.any(String),
      website_id,
      named_by: 'visitor_id',
      erased_by: 'Key',
      erased_at: expect.any(String),
      visitors: 2,
      analytics: { hits: 3, conversions: 1, payments: 1, identities: 2 },
      spool: { refused: 0 },
      control: { answers: 1 },
      files_clean_at: null,
    });
    expect(JSON.stringify(erased)).not.toContain('jane');
    expect(await ask(ours, 'find', { external_id: 'id of jane' })).toEqual({ websites: [] });
    expect(await ask(ours, 'export', { external_id: 'id of jane' })).toEqual({ websites: [] });
    const range = { from_date: '2024-03-01', to_date: '2024-03-02' };
    const pages = await ours.rows('/pixel/analytics/pages', range);
    expect(pages.map(({ path, views }) => [path, views])).toEqual([
      ['/shared', '2'],
      ['/orders/joe', '1'],
    ]);
    const [direct] = await ours.rows('/pixel/analytics/referrers', range);
    expect(direct).toMatchObject({ visitors: '2', sessions: '2', pageviews: '3', conversions: '1' });
    // What was sent again is recorded anew: the transaction is free.
    const payment = {
      website_id,
      visitor_id: 'jim',
      transaction_id: 'paid by jane',
      amount: 1,
      currency: 'USD',
    };
    await ours.post('/pixel/payments', payment);
    await deployment.settle();
    expect((await ask(ours, 'find', { visitor_id: 'jim' })).websites[0].records.payments).toBe(1);

    expect((await ask(ours, 'find', { external_id: 'id of joe' })).websites[0].records.pageviews).toBe(3);
    expect((await ask(theirs, 'find', { external_id: 'id of jane' })).websites[0].records.pageviews).toBe(3);
    const listed = (await ours.get('/pixel/erasures')).body as { data: unknown[] };
    expect(listed.data).toEqual([erased]);
    expect((await ours.get(`/pixel/erasures/${erased.id}`)).body).toMatchObject({ data: erased });
    expect((await theirs.get(`/pixel/erasures/${erased.id}`)).status).toBe(404);
    expect((await theirs.get('/pixel/erasures')).body).toMatchObject({ data: [] });
  });

  it.concurrent('may come back, and a retry of what was erased does not bring it back', async () => {
    const tenant = await deployment.tenant();
    await recordPerson(tenant, 'jane');
    await deployment.settle();
    const { website: website_id } = tenant;
    await ask(tenant, 'erase', { website_id, external_id: 'id of jane' });
    const view = {
      website_id,
      name: 'pageview',
      visitor_id: 'jane-phone',
      path: '/again',
      event_id: 'again',
    };
    await tenant.post('/pixel/events', view);
    await deployment.settle();
    expect((await ask(tenant, 'find', { visitor_id: 'jane-phone' })).websites[0].records.pageviews).toBe(1);
    await ask(tenant, 'erase', { visitor_id: 'jane-phone' });
    await tenant.post('/pixel/events', view);
    await deployment.settle();
    expect(await ask(tenant, 'find', { visitor_id: 'jane-phone' })).toEqual({ websites: [] });
  });

  it.concurrent('is not reached through the claim of a browser that a server has not vouched for', async () => {
    const tenant = await deployment.tenant();
    await recordPerson(tenant, 'jane');
    await deployment.settle();
    const { website: website_id } = tenant;
    // Everybody can find the public ID of a website and say that they are somebody else.
    const script = createScript(deployment.urls, website_id);
    expect((await script({ t: 'identify', v: 'mallory', x: 'id of jane' })).dropped).toBeNull();
    await ask(tenant, 'erase', { visitor_id: 'mallory' });
    expect((await ask(tenant, 'find', { external_id: 'id of jane' })).websites[0].records.pageviews).toBe(3);
  });

  it.concurrent('is named by one of the two, of a website of the workspace, with the scope for it', async () => {
    const [tenant, other] = [await deployment.tenant(), await deployment.tenant()];
    const someone = { visitor_id: 'v' };
    for (const body of [
      {},
      { visitor_id: ' ' },
      { visitor_id: 'v', external_id: 'x' },
      { external_id: '' },
    ]) {
      for (const verb of ['find', 'export', 'erase']) {
        expect(await call(tenant, verb, body)).toMatchObject({
          status: 400,
          error: { code: 'person_required' },
        });
      }
    }
    expect(await call(tenant, 'erase', { website_id: other.website, ...someone })).toMatchObject({
      status: 403,
      error: { code: 'forbidden' },
    });
    const reading = (await tenant.createKey(['pixel:read'])).key;
    const writing = (await tenant.createKey(['pixel:write'])).key;
    const status = async (key: string, verb: string) =>
      (await tenant.send({ method: 'POST', path: `/pixel/persons/${verb}`, key, body: someone })).status;
    expect(await status(reading, 'erase')).toBe(403);
    expect(await status(writing, 'find')).toBe(403);
    expect(await status(writing, 'export')).toBe(403);
    // Also where nothing is known of them: what may still wait elsewhere is left out then.
    expect(await status(writing, 'erase')).toBe(200);
  });
});

describe('the files of a server', () => {
  let server: OwnServer;

  beforeAll(async () => {
    server = await startOwnServer();
  });
  afterAll(() => server?.stop());

  function findInFiles(text: string): string[] {
    const folder = server.environment.FOOTFALL_DATA_DIR as string;
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(text));
  }

  it.concurrent('are free of an erased person when the receipt says so', async () => {
    const tenant = await server.tenant();
    await recordPerson(tenant, 'joe');
    await recordPerson(tenant, 'jane');
    await recordPerson(tenant, 'jim');
    await server.settle();
    const texts = [
      ...['jane-phone', 'jane-laptop', '/orders/jane', 'plan of jane', 'town of jane'],
      ...['paid by jane', sha256('id of jane')],
    ];
    expect(findInFiles('jane-phone')).not.toEqual([]);
    const { id } = await ask(tenant, 'erase', { external_id: 'id of jane', rewrite_now: true });
    const cleanAt = async () =>
      ((await tenant.get(`/pixel/erasures/${id}`)).body as { data: { files_clean_at: string | null } }).data
        .files_clean_at;
    await expect.poll(cleanAt, patience).not.toBeNull();
    for (const text of texts) expect([text, findInFiles(text)]).toEqual([text, []]);
    for (const name of ['joe', 'jim']) {
      const { websites } = await ask(tenant, 'find', { external_id: `id of ${name}` });
      expect(websites[0].records).toMatchObject({ pageviews: 3, goals: 1, payments: 1, identities: 2 });
    }
  });
});
