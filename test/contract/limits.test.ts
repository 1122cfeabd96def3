/** Contract §2: what is counted, and the headers. The window itself, on an injected clock: window.test.ts. */
import { expect, it } from 'vitest';
import { systemClock } from '../../src/contract/clock.ts';
import type { KeyId, WorkspaceId } from '../../src/contract/ids.ts';
import { revokeKey } from '../../src/keys/revoke-key.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { updateWorkspace } from '../../src/workspaces/update-workspace.ts';
import type { ApiRequest, ApiResponse } from '../harness/api-client.ts';
import { type Deployment, describeServers } from '../harness/deployments.ts';
import { runCli } from '../harness/server-process.ts';
import type { Tenant } from '../harness/tenant.ts';

const tooLarge = JSON.stringify({ padding: 'x'.repeat(1024 * 1024) });

function remainingOf({ headers }: ApiResponse): number {
  return Number(headers.get('x-ratelimit-remaining'));
}

async function buildEveryStatus(deployment: Deployment, tenant: Tenant): Promise<[number, ApiRequest][]> {
  const theirs = await deployment.tenant();
  const { key: readOnly } = await tenant.createKey(['pixel:read']);
  const goal = { website_id: tenant.website, goal_name: 'signup' };
  const segment = { website_id: tenant.websiteUuid, name: 'One', filters: {} };
  return [
    [200, { path: '/me' }],
    [200, { method: 'POST', path: '/pixel/goals', body: goal }],
    [201, { method: 'POST', path: '/pixel/segments', body: segment }],
    [409, { method: 'POST', path: '/pixel/segments', body: segment }],
    [400, { path: '/pixel/analytics/pages' }],
    [400, { method: 'POST', path: '/pixel/goals', body: '{' }],
    [400, { method: 'POST', path: '/pixel/goals', body: {} }],
    [400, { path: '/nowhere/%zz' }],
    [403, { path: '/pixel/analytics/overview', query: { website_id: theirs.website } }],
    [403, { method: 'POST', path: '/pixel/goals', body: goal, key: readOnly }],
    [404, { path: '/nowhere' }],
    [404, { method: 'DELETE', path: '/pixel/segments/nothing' }],
    [405, { method: 'PUT', path: '/me' }],
    [413, { method: 'POST', path: '/pixel/goals', body: tooLarge }],
    [415, { method: 'POST', path: '/pixel/goals', body: '{}', headers: { 'content-type': 'text/plain' } }],
    [503, { path: '/pixel/analytics/regions' }],
    [503, { path: '/pixel/analytics/cities' }],
  ];
}

describeServers('counting', (deployment) => {
  it('counts every answer past the key once, whatever its status', async () => {
    const tenant = await deployment.tenant({ rateLimit: 18 });
    const before = Date.now();
    const first = await tenant.get('/me');
    const after = Date.now();
    const reset = first.headers.get('x-ratelimit-reset');
    expect(Number(reset)).toBeGreaterThanOrEqual(Math.ceil((before + 60_000) / 1000));
    expect(Number(reset)).toBeLessThanOrEqual(Math.ceil((after + 60_000) / 1000));
    expect(remainingOf(first)).toBe(17);
    let remaining = 17;
    for (const [status, request] of await buildEveryStatus(deployment, tenant)) {
      const answer = await tenant.send(request);
      remaining -= 1;
      expect({ request: request.path, status: answer.status }).toEqual({ request: request.path, status });
      expect(answer.headers.get('x-ratelimit-limit')).toBe('18');
      expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(remaining));
      expect(answer.headers.get('x-ratelimit-reset')).toBe(reset);
      expect(answer.headers.has('retry-after')).toBe(false);
    }
    expect(remaining).toBe(0);
  });

  it('does not count a request whose key is refused', async () => {
    const tenant = await deployment.tenant({ rateLimit: 3 });
    const expired = await tenant.createKey(['pixel:read'], Date.now() - 1);
    const revoked = await tenant.createKey(['pixel:read']);
    await revokeKey(deployment.control(), revoked.id as KeyId, systemClock);
    expect(remainingOf(await tenant.get('/me'))).toBe(2);
    for (const key of [expired.key, revoked.key, `${tenant.key}x`]) {
      expect((await deployment.api({ path: '/me', key })).status).toBe(401);
      expect((await deployment.api({ path: '/nowhere', key })).status).toBe(401);
    }
    const malformed = { path: '/me', headers: { authorization: `bearer ${tenant.key}` } };
    expect((await deployment.api(malformed)).status).toBe(401);
    expect(remainingOf(await tenant.get('/me'))).toBe(1);
  });

  it('refuses with 429 above the limit and says for how long', async () => {
    const tenant = await deployment.tenant({ rateLimit: 2 });
    await tenant.get('/me');
    const last = await tenant.get('/me');
    expect(last.status).toBe(200);
    expect(remainingOf(last)).toBe(0);
    for (const path of ['/me', '/pixel/websites', '/me']) {
      const { status, body, headers } = await tenant.get(path);
      expect(status).toBe(429);
      const retryAfter = Number(headers.get('retry-after'));
      expect(body).toEqual({
        error: {
          code: 'rate_limit_exceeded',
          message: expect.any(String),
          details: { limit: 2, window: '1 minute', retryAfter },
        },
      });
      expect(retryAfter).toSatisfy((seconds: number) => Number.isInteger(seconds) && seconds >= 1);
      expect(retryAfter).toBeLessThanOrEqual(60);
      expect(headers.get('x-ratelimit-limit')).toBe('2');
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
      expect(headers.get('x-ratelimit-reset')).toBe(last.headers.get('x-ratelimit-reset'));
    }
  });

  it('records nothing of a write that was refused', async () => {
    const tenant = await deployment.tenant({ rateLimit: 1 });
    const reader = await deployment.tenant();
    await tenant.get('/me');
    const body = { website_id: tenant.website, goal_name: 'signup', visitor_id: 'v1' };
    expect((await tenant.post('/pixel/goals', body)).status).toBe(429);
    await updateWorkspace(deployment.control(), tenant.workspaceId, { rateLimit: 1000 });
    await deployment.settle();
    expect(await tenant.rows('/pixel/visitors/v1')).toEqual([]);
    expect((await reader.get('/me')).status).toBe(200);
  });

  it('shares one count among all keys and servers, exactly, also at once', async () => {
    const tenant = await deployment.tenant({ rateLimit: 30 });
    const theirs = await deployment.tenant({ rateLimit: 30 });
    const { key } = await tenant.createKey(['ai:read']);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        deployment.api({ path: '/me', key: n % 3 === 0 ? key : tenant.key }),
      ),
    );
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed.map(remainingOf).sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(remainingOf)).toEqual(Array(10).fill(0));
    expect(new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset'))).size).toBe(1);
    expect(remainingOf(await theirs.get('/me'))).toBe(29);
  });

  it('counts down one by one over the servers in turn', async () => {
    const tenant = await deployment.tenant({ rateLimit: 6 });
    const seen: number[] = [];
    for (let n = 0; n < 6; n++) seen.push(remainingOf(await tenant.get('/me')));
    expect(seen).toEqual([5, 4, 3, 2, 1, 0]);
  });
});

describeServers('limit', (deployment) => {
  async function readLimit(tenant: Tenant): Promise<string | null> {
    return (await tenant.get('/me')).headers.get('x-ratelimit-limit');
  }

  it('is 60 unless the workspace has another', async () => {
    const { rateLimit } = await createWorkspace(deployment.control(), { name: 'Plain' }, systemClock);
    expect(rateLimit).toBe(60);
    const tenant = await deployment.tenant({ rateLimit: 7 });
    expect(await readLimit(tenant)).toBe('7');
  });

  it('changes on every server at once when the workspace is updated', async () => {
    const tenant = await deployment.tenant({ rateLimit: 5 });
    for (const _url of deployment.urls) expect(await readLimit(tenant)).toBe('5');
    await updateWorkspace(deployment.control(), tenant.workspaceId as WorkspaceId, { rateLimit: 9 });
    for (const _url of deployment.urls) expect(await readLimit(tenant)).toBe('9');
    const words = ['workspace', 'update', tenant.workspaceId, '--rate-limit', '1', '--json'];
    expect(await runCli(words, deployment.environment)).toMatchObject({ code: 0, stderr: '' });
    const { status, headers } = await tenant.get('/me');
    expect(status).toBe(429);
    expect(headers.get('x-ratelimit-limit')).toBe('1');
  });
});
