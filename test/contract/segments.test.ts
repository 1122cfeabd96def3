import { expect, it } from 'vitest';
import { createScheduledReport } from '../../src/automation/create-scheduled-report.ts';
import { createShareLink } from '../../src/automation/create-share-link.ts';
import { systemClock } from '../../src/contract/clock.ts';
import { createWebsite } from '../../src/websites/create-website.ts';
import type { ApiResponse } from '../harness/api-client.ts';
import { describeServers } from '../harness/deployments.ts';
import type { Tenant } from '../harness/tenant.ts';
import { badLimits, walkPages } from './walk-pages.ts';

const unknownId = '0190c7a4-8d1e-7c3b-9c55-1f6a2b3c4d5e';
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

function expectError({ status, body, headers }: ApiResponse, expectedStatus: number, code: string): void {
  expect(body).toMatchObject({ status: 'error', error: { code, message: expect.any(String) } });
  expect(body.meta).toEqual({ request_id: headers.get('x-request-id') });
  expect(status).toBe(expectedStatus);
}

function create(tenant: Tenant, fields: object = {}): Promise<ApiResponse> {
  const body = { website_id: tenant.websiteUuid, name: 'Mobile', filters: { device: 'mobile' }, ...fields };
  return tenant.post('/pixel/segments', body);
}

async function createId(tenant: Tenant, fields: object = {}): Promise<string> {
  const { status, body } = await create(tenant, fields);
  expect(status).toBe(201);
  return body.data.id;
}

function list(tenant: Tenant, query: Record<string, string> = {}): Promise<ApiResponse> {
  return tenant.get('/pixel/segments', { website_id: tenant.websiteUuid, ...query });
}

const change = (tenant: Tenant, id: string, body: unknown) =>
  tenant.send({ method: 'PATCH', path: `/pixel/segments/${id}`, body });
const remove = (tenant: Tenant, id: string) =>
  tenant.send({ method: 'DELETE', path: `/pixel/segments/${id}` });
const apply = (tenant: Tenant, id: string) =>
  tenant.send({ method: 'POST', path: `/pixel/segments/${id}/apply` });

/** Odd keys and values that a careless copy would lose. */
const oddFilters =
  '{"z":1,"a":{"__proto__":{"x":1},"":null},"list":["b","a"],"10":"ten","2":"two","s":"Ü💯\\n"}';

describeServers('POST /pixel/segments', (deployment) => {
  it('answers 201 with the record', async () => {
    const tenant = await deployment.tenant();
    const { status, body, headers } = await create(tenant);
    expect(status).toBe(201);
    expect(body).toEqual({
      status: 'success',
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        website_id: tenant.websiteUuid,
        name: 'Mobile',
        filters: { device: 'mobile' },
        created_at: iso,
        updated_at: body.data.created_at,
      },
      meta: { request_id: headers.get('x-request-id') },
    });
    expect((await list(tenant)).body.data).toEqual([body.data]);
  });

  it('stores the filters exactly as sent', async () => {
    const tenant = await deployment.tenant();
    const text = `{"website_id":"${tenant.websiteUuid}","name":"Odd","filters":${oddFilters}}`;
    const created = await tenant.post('/pixel/segments', text);
    const applied = await apply(tenant, created.body.data.id);
    const listed = await list(tenant);
    for (const filters of [created.body.data, applied.body.data, listed.body.data[0]].map(
      (each) => each.filters,
    )) {
      expect(JSON.stringify(filters)).toBe(JSON.stringify(JSON.parse(oddFilters)));
    }
  });

  it('takes a name of 1 to 255 characters and filters of up to 16 KiB', async () => {
    const tenant = await deployment.tenant();
    const frame = JSON.stringify({ page: '' }).length;
    const filters = (bytes: number) => ({ page: 'x'.repeat(bytes - frame) });
    await createId(tenant, { name: 'n'.repeat(255), filters: {} });
    await createId(tenant, { name: 'x', filters: filters(16 * 1024) });
    const wrong: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'n'.repeat(256) }, 'name'],
      [{ name: 7 }, 'name'],
      [{ name: undefined }, 'name'],
      [{ filters: filters(16 * 1024 + 1) }, 'filters'],
      [{ filters: { page: 'é'.repeat(8 * 1024) } }, 'filters'],
      [{ filters: 'device=mobile' }, 'filters'],
      [{ filters: [] }, 'filters'],
      [{ filters: null }, 'filters'],
      [{ filters: undefined }, 'filters'],
      [{ website_id: undefined }, 'website_id'],
      [{ website_id: 7 }, 'website_id'],
    ];
    for (const [fields, field] of wrong) {
      const answer = await create(tenant, fields);
      expectError(answer, 400, 'invalid_body');
      expect(Object.keys(answer.body.error.details.fieldErrors)).toEqual([field]);
    }
    const whole = await tenant.post('/pixel/segments', []);
    expectError(whole, 400, 'invalid_body');
    expect(whole.body.error.details.formErrors).toHaveLength(1);
  });

  it('answers 404 for a website that is not in the workspace or named by its public id', async () => {
    const tenant = await deployment.tenant();
    const theirs = await deployment.tenant();
    for (const website_id of [theirs.websiteUuid, unknownId, tenant.website, 'x', '']) {
      expectError(await create(tenant, { website_id }), 404, 'not_found');
    }
    expect((await list(theirs)).body.data).toEqual([]);
  });

  it('answers 409 for a name that the website has already', async () => {
    const tenant = await deployment.tenant();
    const theirs = await deployment.tenant();
    const domains = ['other.example'];
    const second = await createWebsite(deployment.control(), tenant.workspaceId, domains, systemClock);
    await createId(tenant);
    expectError(await create(tenant, { filters: {} }), 409, 'duplicate_name');
    await createId(tenant, { website_id: second.id });
    await createId(theirs);
    expect((await list(tenant)).body.data).toHaveLength(1);
  });

  it('lets one of many through that come at once to every server', async () => {
    const tenant = await deployment.tenant();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(tenant)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(9).fill(409)]);
    expect((await list(tenant)).body.data).toHaveLength(1);
  });
});

describeServers('GET /pixel/segments', (deployment) => {
  it('pages through the segments of one website, newest first', async () => {
    const tenant = await deployment.tenant();
    const domains = ['other.example'];
    const second = await createWebsite(deployment.control(), tenant.workspaceId, domains, systemClock);
    await createId(tenant, { website_id: second.id });
    const ids: string[] = [];
    for (let n = 0; n < 9; n++) ids.unshift(await createId(tenant, { name: `Segment ${n}` }));
    const query = { website_id: tenant.websiteUuid, limit: 2 };
    const pages = await walkPages(tenant, '/pixel/segments', query);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 2, 1]);
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
    const restarted = await list(tenant, { limit: '1', cursor: 'invalid' });
    expect(restarted.body.data[0].id).toBe(ids[0]);
    const upper = await list(tenant, { website_id: tenant.websiteUuid.toUpperCase() });
    expect(upper.body.data).toHaveLength(9);
  });

  it('needs the UUID of a website of the workspace', async () => {
    const tenant = await deployment.tenant();
    const theirs = await deployment.tenant();
    expectError(await tenant.get('/pixel/segments'), 400, 'invalid_website');
    for (const website_id of ['', 'x', tenant.website]) {
      expectError(await list(tenant, { website_id }), 400, 'invalid_website');
    }
    const twice = { website_id: [tenant.websiteUuid, tenant.websiteUuid] };
    expectError(await tenant.get('/pixel/segments', twice), 400, 'invalid_website');
    for (const website_id of [theirs.websiteUuid, unknownId]) {
      expectError(await list(tenant, { website_id }), 403, 'forbidden');
    }
  });

  it('refuses a bad limit', async () => {
    const tenant = await deployment.tenant();
    for (const limit of badLimits) {
      const answer = await tenant.get('/pixel/segments', { website_id: tenant.websiteUuid, limit });
      expectError(answer, 400, 'invalid_limit');
    }
    expect((await list(tenant, { limit: '5000' })).status).toBe(200);
  });
});

describeServers('PATCH /pixel/segments/{id}', (deployment) => {
  it('renames, replaces the filters as a whole, or both', async () => {
    const tenant = await deployment.tenant();
    const before = (await create(tenant, { filters: { country: 'DE', os: 'iOS' } })).body.data;
    const { id } = before;
    const renamed = await change(tenant, id, { name: 'Phones' });
    expect(renamed.status).toBe(200);
    expect(renamed.body.data).toEqual({ ...before, name: 'Phones', updated_at: iso });
    expect(renamed.body.data.updated_at >= before.updated_at).toBe(true);
    const replaced = await change(tenant, id, { filters: { country: 'FR' } });
    expect(replaced.body.data).toMatchObject({ name: 'Phones', filters: { country: 'FR' } });
    const both = await change(tenant, id, { name: 'Mobile', filters: {}, website_id: unknownId });
    expect(both.body.data).toEqual({ ...before, filters: {}, updated_at: iso });
    expect((await list(tenant)).body.data).toEqual([both.body.data]);
  });

  it('needs a name or filters', async () => {
    const tenant = await deployment.tenant();
    const id = await createId(tenant);
    for (const body of [{}, { other: 1 }, { website_id: tenant.websiteUuid }]) {
      expectError(await change(tenant, id, body), 400, 'empty_patch');
    }
    for (const body of [
      { name: '' },
      { name: 'n'.repeat(256) },
      { filters: [] },
      { name: 7, filters: {} },
      [],
    ]) {
      expectError(await change(tenant, id, body), 400, 'invalid_body');
    }
    expect((await list(tenant)).body.data[0]).toMatchObject({
      name: 'Mobile',
      filters: { device: 'mobile' },
    });
  });

  it('answers 409 for a name that another segment of the website has', async () => {
    const tenant = await deployment.tenant();
    const id = await createId(tenant);
    await createId(tenant, { name: 'Taken' });
    expectError(await change(tenant, id, { name: 'Taken' }), 409, 'duplicate_name');
    expect((await change(tenant, id, { name: 'Mobile' })).status).toBe(200);
  });
});

describeServers('DELETE /pixel/segments/{id}', (deployment) => {
  it('deletes once and frees the name', async () => {
    const tenant = await deployment.tenant();
    const id = await createId(tenant);
    const other = await createId(tenant, { name: 'Other' });
    const { status, body, headers } = await remove(tenant, id);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      data: { id, deleted: true },
      meta: { request_id: headers.get('x-request-id') },
    });
    expectError(await remove(tenant, id), 404, 'not_found');
    expectError(await apply(tenant, id), 404, 'not_found');
    expectError(await change(tenant, id, { name: 'x' }), 404, 'not_found');
    expect((await list(tenant)).body.data.map((segment: { id: string }) => segment.id)).toEqual([other]);
    await createId(tenant);
  });

  it('leaves the reports and share links that used it', async () => {
    const tenant = await deployment.tenant();
    const segmentId = await createId(tenant);
    const common = { websiteUuid: tenant.websiteUuid, name: 'Uses it', segmentId };
    const report = { ...common, frequency: 'daily' as const, timezone: 'UTC', recipients: [] };
    await createScheduledReport(deployment.control(), tenant.workspaceId, report, systemClock);
    await createShareLink(deployment.control(), tenant.workspaceId, common, systemClock);
    expect((await remove(tenant, segmentId)).status).toBe(200);
    for (const path of ['/pixel/reports', '/pixel/share-links']) {
      expect((await tenant.get(path)).body.data).toMatchObject([{ name: 'Uses it', segment_id: null }]);
    }
  });
});

describeServers('POST /pixel/segments/{id}/apply', (deployment) => {
  it('answers the filters, with a reading key and with no body, an empty one or any', async () => {
    const tenant = await deployment.tenant();
    const id = await createId(tenant);
    const { key } = await tenant.createKey(['pixel:read']);
    const path = `/pixel/segments/${id}/apply`;
    for (const body of [undefined, '', '{}', '{"filters":{"device":"tablet"}}']) {
      const answer = await deployment.api({ method: 'POST', path, key, ...(body !== undefined && { body }) });
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({ id, filters: { device: 'mobile' } });
    }
  });
});

describeServers('segment id', (deployment) => {
  it('of another workspace, unknown or nonsense is not found', async () => {
    const tenant = await deployment.tenant();
    const theirs = await deployment.tenant();
    const foreign = await createId(theirs);
    for (const id of [foreign, unknownId, 'x', '%27%20OR%201%3D1', '..%2Fwebsites', 'x'.repeat(500)]) {
      expectError(await change(tenant, id, { name: 'Mine now' }), 404, 'not_found');
      expectError(await apply(tenant, id), 404, 'not_found');
      expectError(await remove(tenant, id), 404, 'not_found');
    }
    expect((await list(theirs)).body.data).toMatchObject([{ id: foreign, name: 'Mobile' }]);
  });

  it('must not be blank', async () => {
    const tenant = await deployment.tenant();
    for (const blank of ['', '%20', '%09%20', '%C2%A0']) {
      expectError(await change(tenant, blank, { name: 'x' }), 400, 'invalid_id');
      expectError(await apply(tenant, blank), 400, 'invalid_id');
      expectError(await remove(tenant, blank), 400, 'invalid_id');
    }
  });
});
