import type { FastifyReply } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { findSingle, type RawQuery } from '../../contract/raw-query.ts';
import { findSignIn } from '../../users/find-sign-in.ts';
import { findMembership } from '../../users/memberships.ts';
import { findWebsiteByPublicId } from '../../websites/find-website.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import type { LiveTopic } from './live-hub.ts';

/** A browser that leaves more than this unread is disconnected; it connects again by itself. */
const mostWaitingBytes = 1024 * 1024;
const reconnectMs = 3_000;

/** Server-sent events of a website, for as long as the sign-in lasts. */
export function buildLiveRoutes({ control, clock, live, cookies }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/live',
      access: 'viewer',
      async handle({ workspace, signIn, query, request, reply }) {
        const websiteId = findSingle(query, 'website_id', 'invalid_website_id');
        if (websiteId === undefined) throw new ApiError('website_id_required');
        const website = await findWebsiteByPublicId(control, workspace.id, websiteId);
        if (website === undefined) throw new ApiError('forbidden');
        const token = cookies.signIn.find(request) ?? '';
        const stream = openStream(reply);
        const leave = live.join(
          { workspaceId: workspace.id, websiteId, kind: parseKind(query) },
          {
            ...stream,
            async mayHear() {
              if ((await findSignIn(control, token, clock())) === undefined) return false;
              return (await findMembership(control, signIn.userId, workspace.id)) !== undefined;
            },
          },
        );
        reply.raw.on('close', leave);
      },
    }),
  ];
}

export function parseKind({ only }: RawQuery): LiveTopic['kind'] {
  return only === 'now' ? 'now' : 'live';
}

export function openStream(reply: FastifyReply) {
  const { raw } = reply;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-content-type-options': 'nosniff',
    // Without this, nginx buffers messages until it has enough of them.
    'x-accel-buffering': 'no',
  });
  raw.write(`retry: ${reconnectMs}\n\n`);
  return {
    hear(event: string, data: string): void {
      if (raw.writableLength > mostWaitingBytes) raw.destroy();
      else raw.write(`event: ${event}\ndata: ${data}\n\n`);
    },
    end: () => void raw.end(),
  };
}
