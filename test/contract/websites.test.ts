import { expect, it } from 'vitest';
import { systemClock } from '../../src/contract/clock.ts';
import { newPublicWebsiteId, newUuid, type WebsiteUuid } from '../../src/contract/ids.ts';
import { createWebsite } from '../../src/websites/create-website.ts';
import type { Website } from '../../src/websites/website.ts';
import { type Deployment, describeServers } from '../harness/deployments.ts';
import type { Tenant } from '../harness/tenant.ts';
import { badLimits, walkPages } from './walk-pages.ts';

async function addWebsites(deployment: Deployment, tenant: Tenant, count: number): Promise<Website[]> {
  const added: Website[] = [];
  for (let n = 0; n < count; n++) {
    const domains = [`site-${n}.example`, `www.site-${n}.example`];
    added.push(await createWebsite(deployment.control(), tenant.workspaceId, domains, systemClock));
  }
  return added;
}

async function addManyWebsites(deployment: Deployment, tenant: Tenant, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newUuid() as WebsiteUuid,
    public_id: newPublicWebsiteId(),
    workspace_id: tenant.workspaceId,
    allowed_domains_json: '["many.example"]',
    created_at: n,
  }));
  for (let first = 0; first < count; first += 100) {
    await deployment
      .control()
      .db.insertInto('websites')
      .values(rows.slice(first, first + 100))
      .execute();
  }
}

describeServers('GET /pixel/websites', (deployment) => {
  it('lists the websites of the workspace, newest first, and nobody else’s', async () => {
    const tenant = await deployment.tenant({ domains: ['example.com'] });
    const other = await deployment.tenant();
    const added = await addWebsites(deployment, tenant, 2);
    const { status, body, headers } = await tenant.get('/pixel/websites');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      data: [
        ...added.toReversed(),
        {
          id: tenant.websiteUuid,
          websiteId: tenant.website,
          allowedDomains: ['example.com'],
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      ],
      meta: { request_id: headers.get('x-request-id') },
      pagination: { has_more: false },
    });
    expect(added[0]?.allowedDomains).toEqual(['site-0.example', 'www.site-0.example']);
    expect(added[0]?.websiteId).toMatch(/^ff_\S{8,}$/);
    const elsewhere = await other.get('/pixel/websites', { workspace_id: tenant.workspaceId });
    expect(elsewhere.body.data.map(({ id }: Website) => id)).toEqual([other.websiteUuid]);
  });

  it('pages through all of them once, with a cursor only where more follow', async () => {
    const tenant = await deployment.tenant();
    const added = await addWebsites(deployment, tenant, 9);
    const pages = await walkPages(tenant, '/pixel/websites', { limit: 2 });
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 2, 2]);
    expect(pages.flat().map(({ id }) => id)).toEqual([
      ...added.toReversed().map(({ id }) => id),
      tenant.websiteUuid,
    ]);
  });

  it('goes on where it was when a website is added between two pages', async () => {
    const tenant = await deployment.tenant();
    const [first, second] = await addWebsites(deployment, tenant, 2);
    const page = await tenant.get('/pixel/websites', { limit: 2 });
    expect(page.body.data).toEqual([second, first]);
    await addWebsites(deployment, tenant, 1);
    const next = await tenant.get('/pixel/websites', { limit: 2, cursor: page.body.pagination.next_cursor });
    expect(next.body.data.map(({ id }: Website) => id)).toEqual([tenant.websiteUuid]);
  });

  it('restarts at the first page when the cursor is invalid', async () => {
    const tenant = await deployment.tenant();
    await addWebsites(deployment, tenant, 2);
    const first = await tenant.get('/pixel/websites', { limit: 1 });
    const valid = first.body.pagination.next_cursor;
    const invalid = [
      '',
      'x',
      '%%%',
      '0',
      "' OR 1=1 --",
      `${valid}x`.slice(3),
      'é💯',
      'bnVsbA',
      'x'.repeat(3000),
    ];
    for (const cursor of invalid) {
      const { status, body } = await tenant.get('/pixel/websites', { limit: 1, cursor });
      expect({ cursor, status, data: body.data }).toEqual({ cursor, status: 200, data: first.body.data });
    }
    const repeated = await tenant.get('/pixel/websites', { cursor: [valid, valid] });
    expect(repeated).toMatchObject({ status: 400, body: { error: { code: 'invalid_cursor' } } });
  });

  it('shows nothing of another workspace to one who has its cursor', async () => {
    const tenant = await deployment.tenant();
    const other = await deployment.tenant();
    await addWebsites(deployment, other, 2);
    const { body } = await other.get('/pixel/websites', { limit: 1 });
    const cursor = body.pagination.next_cursor;
    const seen = (await tenant.get('/pixel/websites', { cursor })).body.data.map(({ id }: Website) => id);
    expect([[], [tenant.websiteUuid]]).toContainEqual(seen);
  });

  it.each(['/pixel/websites', '/pixel/analytics/metadata'])('%s refuses a bad limit', async (path) => {
    const tenant = await deployment.tenant();
    for (const limit of badLimits) {
      const { status, body, headers } = await tenant.get(path, { limit });
      expect({ limit, status, code: body.error?.code }).toEqual({
        limit,
        status: 400,
        code: 'invalid_limit',
      });
      expect(body.meta.request_id).toBe(headers.get('x-request-id'));
    }
  });

  it('gives 100 rows by default, 1,000 at most, and says whether more follow', async () => {
    const tenant = await deployment.tenant();
    await addManyWebsites(deployment, tenant, 1000);
    const count = async (query: { limit?: number }) => {
      const { body } = await tenant.get('/pixel/websites', query);
      return [body.data.length, body.pagination.has_more];
    };
    expect(await count({})).toEqual([100, true]);
    expect(await count({ limit: 1 })).toEqual([1, true]);
    expect(await count({ limit: 1000 })).toEqual([1000, true]);
    expect(await count({ limit: 5000 })).toEqual([1000, true]);
    const pages = await walkPages(tenant, '/pixel/websites', { limit: 5000 });
    expect(pages.map((page) => page.length)).toEqual([1000, 1]);
    const metadata = await tenant.get('/pixel/analytics/metadata');
    expect(metadata.body.data.websites).toHaveLength(100);
    const most = await tenant.get('/pixel/analytics/metadata', { limit: 5000 });
    expect(most.body.data.websites).toHaveLength(1000);
  });
});

describeServers('GET /pixel/analytics/metadata', (deployment) => {
  it('lists the websites and names the workspace, without a cursor', async () => {
    const tenant = await deployment.tenant();
    await deployment.tenant();
    await addWebsites(deployment, tenant, 2);
    const websites = (await tenant.get('/pixel/websites')).body.data;
    const all = await tenant.get('/pixel/analytics/metadata');
    expect(all.status).toBe(200);
    expect(all.body).toEqual({
      status: 'success',
      data: { websites, workspace_id: tenant.workspaceId },
      meta: { request_id: all.headers.get('x-request-id') },
    });
    const some = await tenant.get('/pixel/analytics/metadata', { limit: 2 });
    expect(some.body.data.websites).toEqual(websites.slice(0, 2));
    expect(some.body).not.toHaveProperty('pagination');
  });
});
