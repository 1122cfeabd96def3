/** Contract §2: the key, and the order of the checks. Scopes and counting have files of their own. */
import { expect, it } from 'vitest';
import { systemClock } from '../../src/contract/clock.ts';
import type { KeyId } from '../../src/contract/ids.ts';
import { revokeKey } from '../../src/keys/revoke-key.ts';
import type { ApiResponse } from '../harness/api-client.ts';
import { describeServers } from '../harness/deployments.ts';
import { runCli } from '../harness/server-process.ts';
import { specEndpoints } from './spec-table.ts';

const rateLimitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

function expectRefused(answer: ApiResponse, code: string): void {
  expect(answer.body).toEqual({ error: { code, message: expect.stringMatching(/\S/) } });
  expect(answer.status).toBe(401);
  for (const name of rateLimitHeaders) expect(answer.headers.has(name)).toBe(false);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
}

describeServers('key', (deployment) => {
  it('is asked for by every endpoint', async () => {
    for (const { method, path } of specEndpoints) {
      const code = path === '/me' ? 'missing_authorization' : 'not_authenticated';
      expectRefused(await deployment.api({ method, path }), code);
    }
  });

  it('is asked for before it is told that a path or method does not exist', async () => {
    expectRefused(await deployment.api({ path: '/nowhere' }), 'not_authenticated');
    expectRefused(await deployment.api({ method: 'PUT', path: '/pixel/goals' }), 'not_authenticated');
    expectRefused(await deployment.api({ path: '/nowhere/%zz' }), 'not_authenticated');
  });

  it('stands behind Bearer and exactly one space', async () => {
    const { key } = await deployment.tenant();
    const malformed = [
      key,
      'Bearer',
      'Bearer ',
      `bearer ${key}`,
      `BEARER ${key}`,
      `Bearer  ${key}`,
      `Bearer\t${key}`,
      `Bearer ${key} ${key}`,
      `Bearer,${key}`,
      `Basic ${key}`,
      '',
    ];
    for (const authorization of malformed) {
      for (const path of ['/me', '/pixel/websites']) {
        expectRefused(
          await deployment.api({ path, headers: { authorization } }),
          'invalid_authorization_format',
        );
      }
    }
  });

  it('is refused when nobody knows it', async () => {
    const { key } = await deployment.tenant();
    const unknown = ['x', 'wk_', `${key}x`, key.slice(0, -1), key.toUpperCase(), "wk_' OR '1'='1"];
    for (const each of unknown.map((text) => text.replaceAll(' ', ''))) {
      expectRefused(await deployment.api({ path: '/me', key: each }), 'invalid_api_key');
    }
  });

  it('is refused once it has expired', async () => {
    const tenant = await deployment.tenant();
    const past = await tenant.createKey(['pixel:read'], Date.now() - 1);
    const future = await tenant.createKey(['pixel:read'], Date.now() + 3_600_000);
    expectRefused(await deployment.api({ path: '/me', key: past.key }), 'api_key_expired');
    expectRefused(await deployment.api({ path: '/pixel/websites', key: past.key }), 'api_key_expired');
    expect((await deployment.api({ path: '/me', key: future.key })).status).toBe(200);
  });

  it('fails on every server from the request after its revocation', async () => {
    const tenant = await deployment.tenant();
    const { id, key } = await tenant.createKey(['pixel:read', 'pixel:write']);
    for (const _url of deployment.urls) {
      expect((await deployment.api({ path: '/me', key })).status).toBe(200);
    }
    await revokeKey(deployment.control(), id as KeyId, systemClock);
    for (const _url of deployment.urls) {
      expectRefused(await deployment.api({ path: '/me', key }), 'api_key_revoked');
      expectRefused(await deployment.api({ path: '/pixel/websites', key }), 'api_key_revoked');
    }
    expect((await tenant.get('/me')).status).toBe(200);
  });

  it('fails on every server when the command line revokes it in another process', async () => {
    const tenant = await deployment.tenant();
    const { id, key } = await tenant.createKey(['pixel:read']);
    for (const _url of deployment.urls) {
      expect((await deployment.api({ path: '/me', key })).status).toBe(200);
    }
    const revocation = await runCli(['key', 'revoke', id, '--json'], deployment.environment);
    expect(revocation).toMatchObject({ code: 0, stderr: '' });
    for (const _url of deployment.urls) {
      expectRefused(await deployment.api({ path: '/me', key }), 'api_key_revoked');
    }
  });

  it('says that it was revoked also when it has expired since', async () => {
    const tenant = await deployment.tenant();
    const { id, key } = await tenant.createKey(['pixel:read'], Date.now() - 1);
    await revokeKey(deployment.control(), id as KeyId, systemClock);
    expectRefused(await deployment.api({ path: '/me', key }), 'api_key_revoked');
  });
});

describeServers('order of the checks', (deployment) => {
  const broken = { method: 'POST', path: '/pixel/goals', body: '{"website_id":' };

  it('asks for the key before it looks at the body', async () => {
    expectRefused(await deployment.api(broken), 'not_authenticated');
    expectRefused(
      await deployment.api({ ...broken, headers: { 'content-type': 'text/plain' } }),
      'not_authenticated',
    );
  });

  it('answers the scope before the limit, the limit before the body, the body before the endpoint', async () => {
    const tenant = await deployment.tenant({ rateLimit: 2 });
    const { key: readOnly } = await tenant.createKey(['pixel:read']);
    const scopeFirst = await deployment.api({ ...broken, key: readOnly });
    expect(scopeFirst).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
    const bodyThen = await tenant.send(broken);
    expect(bodyThen).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } });
    const limitNow = await tenant.send(broken);
    expect(limitNow).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } });
    const scopeStill = await deployment.api({ ...broken, key: readOnly });
    expect(scopeStill).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
    expect(scopeStill.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(scopeStill.headers.has('retry-after')).toBe(false);
  });

  it('puts the limit before a missing path, a wrong method and a foreign website', async () => {
    const theirs = await deployment.tenant();
    const tenant = await deployment.tenant({ rateLimit: 1 });
    await tenant.get('/me');
    const over = [
      { path: '/nowhere' },
      { method: 'PUT', path: '/pixel/goals' },
      { path: '/pixel/analytics/overview', query: { website_id: theirs.website } },
    ];
    for (const request of over) expect((await tenant.send(request)).status).toBe(429);
  });
});

describeServers('answers past the gate', (deployment) => {
  it('carry the request id in the header and in meta', async () => {
    const tenant = await deployment.tenant();
    const requests = [
      { path: '/pixel/websites' },
      { path: '/pixel/analytics/pages' },
      { path: '/nowhere' },
      { method: 'PUT', path: '/me' },
      { path: '/pixel/analytics/regions' },
    ];
    const ids = new Set<string>();
    for (const request of requests) {
      const { body, headers } = await tenant.send(request);
      expect(body.meta.request_id).toMatch(/\S/);
      expect(headers.get('x-request-id')).toBe(body.meta.request_id);
      ids.add(body.meta.request_id);
    }
    expect(ids.size).toBe(requests.length);
  });

  it('have no meta where the endpoint was not reached, yet a request id in the header', async () => {
    const tenant = await deployment.tenant();
    const { body, headers } = await tenant.post('/pixel/goals', '{');
    expect(Object.keys(body)).toEqual(['error']);
    expect(headers.get('x-request-id')).toMatch(/\S/);
  });

  it('tell a path that does not exist, whatever the scopes and the body', async () => {
    const tenant = await deployment.tenant();
    const { key } = await tenant.createKey(['ai:read']);
    const paths = ['/nowhere', '/pixel', '/pixel/analytics/nowhere', '/pixel/websites/x', '/ME', ''];
    for (const path of paths) {
      const { status, body } = await deployment.api({ path, key });
      expect(body).toEqual({
        status: 'error',
        error: { code: 'not_found', message: expect.any(String) },
        meta: { request_id: expect.any(String) },
      });
      expect(status).toBe(404);
    }
    const { status } = await deployment.api({ method: 'POST', path: '/nowhere', key, body: '{' });
    expect(status).toBe(404);
  });

  it('tell a method that a path does not take, and which ones it takes', async () => {
    const tenant = await deployment.tenant();
    for (const { template, path } of specEndpoints) {
      const { status, body, headers } = await tenant.send({ method: 'PUT', path });
      expect(body).toEqual({
        status: 'error',
        error: { code: 'method_not_allowed', message: expect.any(String) },
        meta: { request_id: headers.get('x-request-id') },
      });
      expect(status).toBe(405);
      const taken = specEndpoints.filter((each) => each.template === template).map(({ method }) => method);
      const allowed = (headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD');
      expect(allowed.sort()).toEqual(taken.sort());
    }
  });
});
