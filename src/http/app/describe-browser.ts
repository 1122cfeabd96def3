import type { FastifyRequest } from 'fastify';
import { parseUserAgent } from '../../ingest/client/parse-user-agent.ts';
import type { BrowserFacts } from '../../users/create-sign-in.ts';

/** What a person recognises a browser by in the list of sign-ins. The address itself is not kept. */
export function describeBrowser(
  request: FastifyRequest,
  findCountry: (address: string) => string,
): BrowserFacts {
  const { browser, os } = parseUserAgent(request.headers['user-agent'] ?? '');
  return { browser, operatingSystem: os, country: findCountry(request.ip) };
}
