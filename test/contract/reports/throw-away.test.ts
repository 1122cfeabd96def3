/**
 * A report is one declaration: routes, parameter checks, filters, CSV, the OpenAPI document and the reference follow
 * from it. Here a server has one report more than the product, and nothing else was written for it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choice } from '../../../src/contract/parameters.ts';
import { catalogue } from '../../../src/reports/catalogue.ts';
import { defineReport } from '../../../src/reports/define-report.ts';
import { sql, whole } from '../../../src/store/analytics/sql.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { type OwnServer, startOwnServer } from '../own-server.ts';
import { createSender } from './records.ts';

/** By the names of both addresses. */
const march = { from_date: '2024-03-01', to_date: '2024-03-31', from: '2024-03-01', to: '2024-03-31' };

type Document = { paths: Record<string, { get: { parameters: unknown } }> };

const throwAway = defineReport({
  name: 'page_depths',
  path: '/pixel/analytics/page-depths',
  title: 'Page depths',
  summary: 'Pageviews by the number of slashes in the path.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 2,
  parameters: {
    order: choice('order', 'invalid_mode', ['most', 'deepest'], 'most', 'Which row comes first.'),
  },
  columns: [
    { name: 'depth', kind: 'number', description: 'Slashes in the path.' },
    { name: 'views', kind: 'count', description: 'Pageviews.' },
  ],
  sql: (scope, { order }) => sql`
    SELECT depth, count(*) AS views
    FROM (SELECT length(path) - length(replace(path, '/', '')) AS depth FROM ${scope.pageviews} AS view) AS measured
    GROUP BY depth
    ORDER BY ${order === 'deepest' ? sql`depth` : sql`views`} DESC
    LIMIT ${whole(scope.limit)}`,
});

describe('a report that is declared in one file', () => {
  let server: OwnServer;
  let tenant: Tenant;
  const { path } = throwAway as { path: string };
  const named = '/pixel/metrics/page-depths';
  const ask = (query: Record<string, string> = {}, address = path) =>
    tenant.get(address, { website_id: tenant.website, ...march, ...query });

  beforeAll(async () => {
    server = await startOwnServer({ catalogue: [...catalogue, throwAway] });
    tenant = await server.tenant();
    const send = createSender(tenant);
    await send.view('a', 's', '2024-03-04T10:00:00Z', { path: '/' });
    await send.view('a', 's', '2024-03-04T10:01:00Z', { path: '/pricing' });
    await send.view('a', 's', '2024-03-04T10:02:00Z', { path: '/docs/api' });
    await send.view('b', 't', '2024-03-04T10:00:00Z', { path: '/docs/api/v1' });
    await server.settle();
  });
  afterAll(() => server.stop());

  it.each([path, named])('answers rows at %s, with its own parameter and limit', async (address) => {
    expect((await ask({}, address)).body.data.data[0]).toEqual({ depth: 1, views: '2' });
    const { status, body } = await ask({ order: 'deepest' }, address);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      data: [
        { depth: 3, views: '1' },
        { depth: 2, views: '1' },
      ],
      rows: 2,
    });
    expect((await ask({ order: 'deepest', limit: '3' }, address)).body.data.rows).toBe(3);
  });

  it('takes filters', async () => {
    const { body } = await ask({ page: 'is:/docs/api/v1' });
    expect(body.data.data).toEqual([{ depth: 3, views: '1' }]);
  });

  it.each([
    [{ order: 'random' }, 'invalid_mode'],
    [{ limit: 'all' }, 'invalid_limit'],
    [{ from_date: 'yesterday' }, 'invalid_from_date'],
    [{ page: 'matches:(' }, 'invalid_filter'],
    [{ format: 'xml' }, 'invalid_format'],
  ])('refuses %j as %s', async (query, code) => {
    const { status, body } = await ask(query);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code } } });
  });

  it('answers a file', async () => {
    const { headers, body } = await ask({ order: 'deepest', format: 'csv' });
    expect(headers.get('content-disposition')).toContain('filename="page_depths.csv"');
    expect(body).toBe('depth,views\r\n3,1\r\n2,1\r\n');
  });

  it('is in the OpenAPI document, and in the reference by name', async () => {
    const answer = await fetch(`${server.url}/api/v1/openapi.json`);
    const document = (await answer.json()) as Document;
    const operation = document.paths[path]?.get;
    expect(operation).toMatchObject({ operationId: 'getPageDepths', summary: 'Page depths' });
    expect(JSON.stringify(operation?.parameters)).toContain('"order"');
    expect(JSON.stringify(document.paths['/pixel/metrics/{report}'])).toContain('page_depths');
    const reference = await (await fetch(`${server.url}/docs/api`)).text();
    expect(reference).toContain('<code>page_depths</code>');
    expect(reference).toContain(throwAway.summary);
  });

  it('is no report of the product', () => {
    expect(catalogue).not.toContain(throwAway);
  });
});
