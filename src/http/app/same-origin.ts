import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';

/**
 * Whatever changes something must come from a page of ours: browsers say so in headers that no page can write. The
 * cookie alone is not enough, because they would send it with a form of another website of the same domain too.
 */
export function refuseForeignOrigin(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (request.headers['sec-fetch-site'] === 'same-origin') return;
  const { origin } = request.headers;
  if (origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host) return;
  throw new ApiError('foreign_origin');
}
