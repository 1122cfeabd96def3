import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Collector } from '../ingest/collect/collector.ts';

const mostBodyBytes = 16 * 1024;

/** Any website may send: no cookie is read, and the answer holds nothing of what was sent. */
const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-footfall-dropped',
  'cache-control': 'no-store',
};
const preflight = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};

/** `POST /collect`: where the script sends. No key and no part in the rate limit of the API. */
export function registerCollect(
  app: FastifyInstance,
  collector: Collector,
  countryHeader: string | undefined,
): void {
  app.register(async (scope) => {
    // The type does not matter: a beacon says text/plain, others JSON.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    // Set before the body is read, so that a page can read refusals too.
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(openToAll);
    });
    scope.options('/collect', async (_request, reply) => reply.code(204).headers(preflight).send());
    scope.post('/collect', { bodyLimit: mostBodyBytes }, async (request, reply) => {
      const dropped = await collector.collect({
        text: typeof request.body === 'string' ? request.body : '',
        address: request.ip,
        userAgent: headerOf(request, 'user-agent').slice(0, 2048),
        language: headerOf(request, 'accept-language').slice(0, 255),
        countryHeader: trustedCountryOf(request, countryHeader),
        isPrefetch: isPrefetch(request),
        originHost: originHostOf(request),
      });
      if (dropped) reply.header('x-footfall-dropped', dropped);
      return reply.code(dropped === 'rate_limited' ? 429 : 202).send();
    });
  });
}

function isPrefetch(request: FastifyRequest): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|preview/i.test(headerOf(request, name)),
  );
}

function originHostOf(request: FastifyRequest): string {
  const origin = headerOf(request, 'origin');
  return URL.canParse(origin) ? new URL(origin).hostname : '';
}

/**
 * The country header counts only where a trusted proxy passed the request on, and only the one that the proxy is known
 * to set: others may come from the visitor.
 */
function trustedCountryOf(request: FastifyRequest, countryHeader: string | undefined): string {
  if (countryHeader === undefined || (request.ips?.length ?? 0) < 2) return '';
  const country = headerOf(request, countryHeader);
  return /^[A-Z]{2}$/.test(country) && country !== 'XX' && country !== 'T1' ? country : '';
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name] ?? '';
  return typeof value === 'string' ? value : value.join();
}
