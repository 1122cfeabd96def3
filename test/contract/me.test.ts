import { expect, it } from 'vitest';
import { describeServers } from '../harness/deployments.ts';

describeServers('GET /me', (deployment) => {
  it('tells the key and its workspace without an envelope, whatever the scopes', async () => {
    const tenant = await deployment.tenant();
    const { id, key } = await tenant.createKey(['ai:read']);
    const { status, body } = await deployment.api({ path: '/me', key });
    expect(status).toBe(200);
    expect(body).toEqual({
      apiKey: { id, name: 'Key', scopes: ['ai:read'] },
      workspace: { id: tenant.workspaceId },
    });
  });

  it('answers 401 without rate-limit headers when the key is missing', async () => {
    const { status, body, headers } = await deployment.api({ path: '/me' });
    expect(status).toBe(401);
    expect(body).toEqual({ error: { code: 'missing_authorization', message: expect.any(String) } });
    expect(headers.get('x-ratelimit-limit')).toBeNull();
  });
});
