import type { FastifyInstance } from 'fastify';
import type { OpenApi } from './openapi.ts';
import { buildReferencePage } from './reference/build-reference-page.ts';
import { apiPrefix } from './server.ts';

export type Health = {
  ready: boolean;
  state: 'starting' | 'ready' | 'degraded' | 'stopping';
  pendingRecords: number;
};

/** What is served without a key: the probe, the OpenAPI document and the API reference. */
export function registerPages(
  app: FastifyInstance,
  document: OpenApi,
  checkHealth: () => Promise<Health>,
): void {
  const documentText = JSON.stringify(document);
  const reference = buildReferencePage(document);

  app.get('/healthz', async (_request, reply) => {
    const { ready, state, pendingRecords } = await checkHealth();
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store');
    return { status: state, pending_records: pendingRecords };
  });
  app.get(`${apiPrefix}/openapi.json`, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(documentText),
  );
  app.get('/docs', async (_request, reply) => {
    reply.type('text/html; charset=utf-8').headers({
      'content-security-policy': reference.contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    return reference.html;
  });
  app.get('/', async (_request, reply) => reply.redirect('/docs'));
}
