import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';

/**
 * A request that changes something must come from a page of ours, which browsers say in headers that no page can write.
 * The cookie alone is not enough: browsers also send it with a form of another website of the same domain.
 */
export function createOriginCheck(publicUrl: string | undefined): (request: FastifyRequest) => void {
  const ours = publicUrl === undefined ? undefined : new URL(publicUrl);

  /** Anybody on the way can change a page that came by http, so it is refused where the public address is https. */
  function needsHttps(request: FastifyRequest): boolean {
    return request.protocol === 'https' || (ours?.protocol === 'https:' && ours.host === request.host);
  }

  function isOurs(text: string, request: FastifyRequest): boolean {
    if (!URL.canParse(text)) return false;
    const { origin, host, protocol } = new URL(text);
    if (origin === ours?.origin) return true;
    return host === request.host && (protocol === 'https:' || !needsHttps(request));
  }

  return (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    if (request.headers['sec-fetch-site'] === 'same-origin') return;
    const { origin } = request.headers;
    if (origin === undefined || !isOurs(origin, request)) throw new ApiError('foreign_origin');
  };
}
