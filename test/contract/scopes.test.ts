import { expect, it } from 'vitest';
import { type Scope, scopes } from '../../src/contract/scopes.ts';
import { describeDeployments } from '../harness/deployments.ts';
import { specEndpoints } from './spec-table.ts';

describeDeployments('scopes', (deployment) => {
  const guarded = specEndpoints.filter(({ scope }) => scope !== null);

  it.each(guarded)('$method $template needs $scope', async ({ method, path, scope }) => {
    const tenant = await deployment.tenant();
    const others = scopes.filter((each) => each !== scope);
    for (const available of [[...others], ...others.map((each) => [each])]) {
      const { key } = await tenant.createKey(available);
      const { status, body, headers } = await deployment.api({ method, path, key });
      expect(body).toEqual({
        error: {
          code: 'insufficient_scope',
          message: expect.any(String),
          details: { required: scope, available },
        },
      });
      expect(status).toBe(403);
      expect(headers.get('x-ratelimit-limit')).toBe('1000000');
    }
  });

  it.each(guarded)('$method $template opens with $scope alone', async ({ method, path, scope }) => {
    const tenant = await deployment.tenant();
    const { key } = await tenant.createKey([scope as Scope]);
    const { status, body } = await deployment.api({ method, path, key });
    expect(status).not.toBe(401);
    expect(body.error?.code).not.toBe('insufficient_scope');
  });

  it('let any key read /me', async () => {
    const tenant = await deployment.tenant();
    for (const scope of scopes) {
      const { key } = await tenant.createKey([scope]);
      const { status, body } = await deployment.api({ path: '/me', key });
      expect(status).toBe(200);
      expect(body.apiKey.scopes).toEqual([scope]);
      expect(body.workspace).toEqual({ id: tenant.workspaceId });
    }
  });

  it('keep a key that writes from reading what it wrote, and one that reads from writing', async () => {
    const tenant = await deployment.tenant();
    const { key: writer } = await tenant.createKey(['pixel:write']);
    const { key: reader } = await tenant.createKey(['pixel:read']);
    const write = {
      method: 'POST',
      path: '/pixel/goals',
      body: { website_id: tenant.website, goal_name: 'signup', visitor_id: 'v1' },
    };
    const read = { path: '/pixel/visitors/v1', query: { website_id: tenant.website } };
    expect((await deployment.api({ ...write, key: reader })).status).toBe(403);
    expect((await deployment.api({ ...write, key: writer })).status).toBe(200);
    await deployment.settle();
    expect((await deployment.api({ ...read, key: writer })).status).toBe(403);
    const { status, body } = await deployment.api({ ...read, key: reader });
    expect(status).toBe(200);
    expect(body.data.rows).toBe(1);
  });
});
