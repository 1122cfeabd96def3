import * as z from 'zod';
import { listAnnotations } from '../../annotations/list-annotations.ts';
import { createSharePass } from '../../automation/share-pass.ts';
import { ApiError } from '../../contract/errors.ts';
import type { SharePage } from '../../contract/share-pages.ts';
import { listFunnels } from '../../funnels/list-funnels.ts';
import type { Subject } from '../../limits/attempt-counter.ts';
import { buildIsoTime } from '../../store/control/iso-time.ts';
import { verifyPassword } from '../../users/password.ts';
import { parseDays } from '../endpoints/annotations.ts';
import type { AppParts } from './app-parts.ts';
import { presentedPassword } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { openStream, parseKind } from './live.ts';
import { type OpenShareLink, presentedIn, requireOpenLink, requireUsableLink } from './share-gate.ts';

/** What whoever has a share link sees beside its reports. All of it is bound to the website of the link. */
export function buildSharedViewRoutes(parts: AppParts): AnyRoute[] {
  return [buildUnlockRoute(parts), ...buildViewRoutes(parts), buildSharedLiveRoute(parts)];
}

/** The password is exchanged for a pass, which stands behind the token in every address from then on. */
function buildUnlockRoute({ control, clock, attempts }: AppParts): AnyRoute {
  return defineRoute({
    method: 'POST',
    path: '/share/:token/unlock',
    access: 'public',
    body: z.object({ password: presentedPassword }),
    async handle({ params, body, request }) {
      const { id, passwordHash } = await requireUsableLink(control, params.token ?? '', clock());
      // Without a password there is nothing to unlock.
      if (passwordHash === null) return { pass: null };
      const subjects: Subject[] = [
        { kind: 'network', address: request.ip },
        { kind: 'share-link', id, address: request.ip },
      ];
      await attempts.begin(subjects);
      if (!(await verifyPassword(passwordHash, body.password))) throw new ApiError('wrong_password');
      await attempts.succeed(subjects);
      return { pass: createSharePass({ id, passwordHash }, clock()) };
    },
  });
}

function buildViewRoutes({ control }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '',
      access: 'share',
      handle: async ({ link }) => ({
        name: link.name,
        website: {
          id: link.websiteUuid,
          websiteId: link.websiteId,
          domains: link.domains,
          createdAt: buildIsoTime(link.websiteCreatedAt),
        },
        timezone: link.timezone,
        currency: link.currency,
        pages: link.pages,
        hidesRevenue: link.hidesRevenue,
        hidesVisitors: link.hidesVisitors,
        segment: link.segment?.name ?? null,
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/funnels',
      access: 'share',
      async handle({ link }) {
        requirePage(link, 'funnels');
        const funnels = await listFunnels(control, link.workspaceId);
        return funnels.filter(({ websiteId }) => websiteId === link.websiteUuid);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/annotations',
      access: 'share',
      async handle({ link, query }) {
        requirePage(link, 'overview');
        const page = { ...parseDays(query), websiteUuid: link.websiteUuid, limit: mostAnnotations };
        const { items } = await listAnnotations(control, link.workspaceId, page);
        // Who wrote it is nobody's business outside of the workspace.
        return { data: items.map(({ id, day, at, note }) => ({ id, day, at, note })) };
      },
    }),
  ];
}

const mostAnnotations = 1000;

/** The link is looked up again before each message. */
function buildSharedLiveRoute({ control, clock, live }: AppParts): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/live',
    access: 'share',
    async handle({ link, query, request, reply }) {
      requirePage(link, 'realtime');
      const { workspaceId, websiteId, hidesRevenue, hidesVisitors } = link;
      const presented = presentedIn(request);
      const stream = openStream(reply);
      const leave = live.join(
        {
          workspaceId,
          websiteId,
          kind: parseKind(query),
          hides: { revenue: hidesRevenue, visitors: hidesVisitors },
        },
        {
          ...stream,
          async mayHear() {
            const now = await requireOpenLink(control, presented, clock());
            return now.pages.includes('realtime') && hidesAsMuch(link, now);
          },
        },
      );
      reply.raw.on('close', leave);
    },
  });
}

/** A stream ends where the link hides something else by now; the page connects again and gets what it may see. */
function hidesAsMuch(before: OpenShareLink, now: OpenShareLink): boolean {
  return before.hidesRevenue === now.hidesRevenue && before.hidesVisitors === now.hidesVisitors;
}

function requirePage({ pages }: OpenShareLink, page: SharePage): void {
  if (!pages.includes(page)) throw new ApiError('not_shared');
}
