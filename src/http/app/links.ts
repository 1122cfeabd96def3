import type { FastifyRequest } from 'fastify';
import type { AppParts } from './app-parts.ts';

/**
 * An address of the dashboard. Where the operator named none, that of the request: such a link is shown to whoever
 * asked, and never mailed, since a request can say what it likes of its host.
 */
export function buildLink({ publicUrl }: AppParts, request: FastifyRequest, path: string): string {
  return `${publicUrl ?? `${request.protocol}://${request.host}`}${path}`;
}
