import { expect, it } from 'vitest';
import { describeServers } from '../harness/deployments.ts';
import { specEndpoints } from './spec-table.ts';

type Document = {
  openapi: string;
  paths: Record<string, Record<string, { security?: unknown; responses: Record<string, unknown> }>>;
};

describeServers('GET /api/v1/openapi.json', (deployment) => {
  async function readDocument(): Promise<Document> {
    const response = await fetch(`${deployment.urls[0]}/api/v1/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    return (await response.json()) as Document;
  }

  it('needs no key and documents every endpoint of the spec, and none beside', async () => {
    const { openapi, paths } = await readDocument();
    expect(openapi).toMatch(/^3\.1\./);
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(
      specEndpoints.map(({ method, template }) => `${method} ${template}`).sort(),
    );
  });

  it('documents what the gate answers, on every endpoint', async () => {
    const { paths } = await readDocument();
    for (const { method, template, scope, takesBody } of specEndpoints) {
      const statuses = Object.keys(paths[template]?.[method.toLowerCase()]?.responses ?? {});
      const expected = [
        '401',
        '429',
        '500',
        ...(scope ? ['403'] : []),
        ...(takesBody ? ['400', '413', '415'] : []),
      ];
      expect({ template, statuses }).toEqual({ template, statuses: expect.arrayContaining(expected) });
    }
  });
});
