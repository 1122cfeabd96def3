import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Report } from '../reports/define-report.ts';
import type { OpenApi } from './openapi/document.ts';
import { buildReferencePage } from './reference/build-reference-page.ts';
import { apiPrefix, probePath } from './server.ts';

export type Health = {
  ready: boolean;
  state: 'starting' | 'ready' | 'degraded' | 'stopping';
  pendingRecords: number;
  /** Days of websites that could not be settled, so that reports on them are slower. */
  failedDays: number;
};

/**
 * What is served without a key: the probe, the OpenAPI document and the API reference. The last two are built on first
 * request: they would be a fifth of the time that a server takes to start.
 */
export function registerPages(
  app: FastifyInstance,
  buildDocument: () => OpenApi,
  reports: readonly Report[] | undefined,
  checkHealth: () => Promise<Health>,
): void {
  const document = once(buildDocument);
  const openApi = once(() => withEntityTag(JSON.stringify(document())));
  const reference = once(() => {
    const { html, contentSecurityPolicy } = buildReferencePage(document(), reports);
    return { ...withEntityTag(html), contentSecurityPolicy };
  });

  app.get(probePath, async (_request, reply) => {
    const { ready, state, pendingRecords, failedDays } = await checkHealth();
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store');
    return { status: state, pending_records: pendingRecords, failed_days: failedDays };
  });
  app.get(`${apiPrefix}/openapi.json`, (request, reply) => {
    reply.type('application/json; charset=utf-8');
    return sendUnlessKnown(request, reply, openApi());
  });
  app.get('/docs/api', (request, reply) => {
    reply.type('text/html; charset=utf-8').headers({
      'content-security-policy': reference().contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    return sendUnlessKnown(request, reply, reference());
  });
}

/** Where the dashboard was not built. */
export function registerStartPage(app: FastifyInstance): void {
  app.get('/', async (_request, reply) => reply.redirect('/docs'));
}

export function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

type Tagged = { text: string; entityTag: string };

export function withEntityTag(text: string): Tagged {
  return { text, entityTag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

/** Browsers revalidate each time, so that an upgrade shows at once; mostly they get 304. */
export function sendUnlessKnown(request: FastifyRequest, reply: FastifyReply, { text, entityTag }: Tagged) {
  reply.headers({ etag: entityTag, 'cache-control': 'no-cache' });
  return request.headers['if-none-match'] === entityTag ? reply.code(304).send() : reply.send(text);
}
