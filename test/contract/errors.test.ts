/** Bodies that never reach an endpoint, and parts of the service that fail. */
import { sql as controlSql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { derivedTableNames } from '../../src/store/analytics/duckdb/schema.ts';
import { identifier, sql } from '../../src/store/analytics/sql.ts';
import { tableNames } from '../../src/store/analytics/tables.ts';
import { makeFolder, makeTenant, removeFolder } from '../faults/data-directory.ts';
import { untilHealth } from '../faults/health.ts';
import { keepKillingEngine } from '../faults/processes.ts';
import { openDataDirectory, readRows } from '../faults/stored-records.ts';
import type { ApiResponse } from '../harness/api-client.ts';
import { describeServers } from '../harness/deployments.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import type { Tenant } from '../harness/tenant.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { datedReports, seriesReports, specEndpoints } from './spec-table.ts';

const mebibyte = 1024 * 1024;

describeServers('body', (deployment) => {
  const withBody = specEndpoints.filter(({ takesBody }) => takesBody);
  const goalOf = ({ website }: Tenant) => ({ website_id: website, goal_name: 'signup' });

  function expectBare({ status, body, headers }: ApiResponse, expected: number, code: string): void {
    expect(body).toEqual({ error: { code, message: expect.any(String) } });
    expect(status).toBe(expected);
    expect(headers.has('x-ratelimit-remaining')).toBe(true);
  }

  /** Sends bytes, to which fetch adds no content type of its own. */
  async function sendBytes(
    { key }: Tenant,
    path: string,
    text: string,
    headers: Record<string, string>,
  ): Promise<ApiResponse> {
    const response = await fetch(`${deployment.urls[0]}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...headers },
      body: new TextEncoder().encode(text),
    });
    const answer = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(answer), text: answer };
  }

  it.each(withBody)('of $method $template must be JSON', async ({ method, path }) => {
    const tenant = await deployment.tenant();
    for (const body of [
      '',
      '{',
      '{"website_id":"ff_',
      '{"a":1,}',
      "{'a':1}",
      'website_id=x',
      '{} {}',
      'NaN',
    ]) {
      expectBare(await tenant.send({ method, path, body }), 400, 'invalid_json');
    }
    expectBare(await tenant.send({ method, path }), 400, 'invalid_json');
  });

  it.each(withBody)('of $method $template must say that it is JSON', async ({ method, path }) => {
    const tenant = await deployment.tenant();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'nonsense',
    ]) {
      const answer = await tenant.send({ method, path, body: '{}', headers: { 'content-type': type } });
      expectBare(answer, 415, 'unsupported_media_type');
    }
  });

  it('without a content type is refused', async () => {
    const tenant = await deployment.tenant();
    const text = JSON.stringify(goalOf(tenant));
    expectBare(await sendBytes(tenant, '/pixel/goals', text, {}), 415, 'unsupported_media_type');
  });

  it('may name its character set, in any case', async () => {
    const tenant = await deployment.tenant();
    for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
      const text = JSON.stringify(goalOf(tenant));
      expect((await sendBytes(tenant, '/pixel/goals', text, { 'content-type': type })).status).toBe(200);
    }
  });

  it('has at most 1 MiB', async () => {
    const tenant = await deployment.tenant();
    const frame = JSON.stringify({ ...goalOf(tenant), padding: '' }).length;
    const bodyOf = (bytes: number) =>
      JSON.stringify({ ...goalOf(tenant), padding: 'x'.repeat(bytes - frame) });
    expect((await tenant.post('/pixel/goals', bodyOf(mebibyte))).status).toBe(200);
    expectBare(await tenant.post('/pixel/goals', bodyOf(mebibyte + 1)), 413, 'payload_too_large');
    const streamed = await fetch(`${deployment.urls[0]}/api/v1/pixel/goals`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
      body: new Blob([bodyOf(mebibyte + 1)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
    expect(streamed.headers.has('x-ratelimit-remaining')).toBe(true);
    expect(await streamed.json()).toMatchObject({ error: { code: 'payload_too_large' } });
  });

  it('of a path that is too long does not matter: the path is refused', async () => {
    const tenant = await deployment.tenant();
    const response = await fetch(`${deployment.urls[0]}/api/v1/pixel/visitors/${'x'.repeat(9000)}`, {
      headers: { authorization: `Bearer ${tenant.key}` },
    });
    expect(response.status).toBe(400);
    expect(response.headers.has('x-ratelimit-remaining')).toBe(true);
    expect(await response.json()).toEqual({
      status: 'error',
      error: { code: 'invalid_url', message: expect.any(String) },
      meta: { request_id: response.headers.get('x-request-id') },
    });
  });
});

describe('regions and cities', () => {
  describeServers('always', (deployment) => {
    it('answer 503, whatever is asked', async () => {
      const tenant = await deployment.tenant();
      const theirs = await deployment.tenant();
      for (const name of ['regions', 'cities']) {
        for (const query of [{}, { website_id: tenant.website }, { website_id: theirs.website }]) {
          const { status, body, headers } = await tenant.get(`/pixel/analytics/${name}`, query);
          expect(status).toBe(503);
          expect(body).toEqual({
            status: 'error',
            error: { code: 'upstream_unavailable', message: expect.any(String) },
            meta: { request_id: headers.get('x-request-id') },
          });
          expect(headers.has('retry-after')).toBe(false);
        }
      }
    });
  });
});

function expectFailure(answer: ApiResponse, status: number, code: string): void {
  expect(answer.body).toEqual({
    status: 'error',
    error: { code, message: expect.any(String) },
    meta: { request_id: answer.headers.get('x-request-id') },
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('x-ratelimit-limit')).toBe('1000000');
}

describe('with an engine that fails', () => {
  const undo: (() => Promise<unknown>)[] = [];
  let folder: string;
  let tenant: Tenant;

  beforeEach(async () => {
    folder = await makeFolder();
    undo.push(() => removeFolder(folder));
  });
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  async function startServer(): Promise<ServerProcess> {
    const server = await startServerProcess({ FOOTFALL_DATA_DIR: folder, FOOTFALL_SPOOL_LIMIT_MB: '1' });
    undo.push(() => server.stop());
    tenant = await makeTenant(folder, server.url);
    return server;
  }

  /** As if a table had been lost: no server and no engine uses the directory then. */
  async function hideTables(): Promise<void> {
    const engine = await openDataDirectory(folder);
    for (const table of [...tableNames, ...derivedTableNames].map(identifier)) {
      await readRows(engine, sql`ALTER TABLE ${table} RENAME TO ${identifier('away')}_${table}`);
    }
    await engine.close();
  }

  const report = (path: string) =>
    tenant.get(path, { website_id: tenant.website, from_date: '2026-01-01', to_date: '2026-01-31' });
  const removal = (path: string) =>
    tenant.send({ method: 'DELETE', path, query: { website_id: tenant.website, visitor_id: 'v1' } });
  const write = (path: string, body: object) => tenant.post(path, { website_id: tenant.website, ...body });

  it('answers 500 analytics_error when the engine refuses a report, and nothing of the reason', async () => {
    await hideTables();
    await startServer();
    for (const path of [...datedReports, ...seriesReports, '/pixel/visitors/v1', '/pixel/goals/a/metadata']) {
      const answer = await report(path);
      expectFailure(answer, 500, 'analytics_error');
      expect(JSON.stringify(answer.body)).not.toMatch(/table|duckdb|hits/i);
    }
    expectFailure(await removal('/pixel/goals'), 500, 'analytics_error');
    expectFailure(await removal('/pixel/payments'), 500, 'analytics_error');
  });

  it('answers 503 upstream_unavailable while the engine is away, and takes records until the spool is full', async () => {
    const server = await startServer();
    undo.push(keepKillingEngine(server.process.pid));
    await untilHealth(server.url, 503);
    for (const path of [
      ...datedReports,
      ...seriesReports,
      '/pixel/analytics/overview',
      '/pixel/visitors/v1',
    ]) {
      expectFailure(await report(path), 503, 'upstream_unavailable');
    }
    expectFailure(await removal('/pixel/goals'), 503, 'upstream_unavailable');
    expectFailure(await removal('/pixel/payments'), 503, 'upstream_unavailable');
    expect((await tenant.get('/pixel/websites')).status).toBe(200);
    const records: [string, object][] = [
      ['/pixel/events', { visitor_id: 'v1' }],
      ['/pixel/goals', { goal_name: 'signup' }],
      ['/pixel/payments', { transaction_id: 't1', amount: 1 }],
      ['/pixel/identify', { visitor_id: 'v1', external_id: 'customer-1' }],
    ];
    for (const [path, body] of records) expect((await write(path, body)).status).toBe(200);
    const large = { goal_name: 'large', properties: { text: 'x'.repeat(mebibyte - 1000) } };
    const filling = [await write('/pixel/goals', large), await write('/pixel/goals', large)];
    expect(filling.map(({ status }) => status)).toContain(200);
    for (const [path, body] of records) {
      const code = path === '/pixel/identify' ? 'identify_unavailable' : 'ingest_unavailable';
      expectFailure(await write(path, body), 503, code);
    }
    expect((await write('/pixel/goals', {})).status).toBe(400);
  });
});

describe('with a control database that fails', () => {
  let server: OwnServer;
  let tenant: Tenant;

  beforeAll(async () => {
    server = await startOwnServer();
    tenant = await server.tenant();
  });
  afterAll(() => server?.stop());

  const rename = (from: string, to: string) =>
    controlSql`alter table ${controlSql.table(from)} rename to ${controlSql.table(to)}`.execute(
      server.control.db,
    );

  it('answers 500 internal_error from an endpoint', async () => {
    await rename('segments', 'segments_away');
    const answer = await tenant.get('/pixel/segments', { website_id: tenant.websiteUuid });
    await rename('segments_away', 'segments');
    expectFailure(answer, 500, 'internal_error');
    expect(JSON.stringify(answer.body)).not.toContain('segments');
  });

  it('answers the bare 500 internal_error during the key check, without rate-limit headers', async () => {
    await rename('api_keys', 'api_keys_away');
    const { status, body, headers } = await tenant.get('/me');
    await rename('api_keys_away', 'api_keys');
    expect(body).toEqual({ error: { code: 'internal_error', message: expect.any(String) } });
    expect(status).toBe(500);
    expect(headers.has('x-ratelimit-limit')).toBe(false);
    expect((await tenant.get('/me')).status).toBe(200);
  });
});
