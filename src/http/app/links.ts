import type { FastifyRequest } from 'fastify';
import type { AppParts } from './app-parts.ts';

/**
 * An address of the dashboard. Without a public URL it begins with the host that the request names. Such a link is only
 * shown to whoever asked, and never mailed, since a request can name any host.
 */
export function buildLink({ publicUrl }: AppParts, request: FastifyRequest, path: string): string {
  return `${publicUrl ?? `${request.protocol}://${request.host}`}${path}`;
}
