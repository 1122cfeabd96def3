import type { FastifyRequest } from 'fastify';
import { findShareLink, type PresentedShareLink, touchShareLink } from '../../automation/find-share-link.ts';
import { listShownPages } from '../../automation/share-link.ts';
import { isSharePass } from '../../automation/share-pass.ts';
import type { Clock } from '../../contract/clock.ts';
import { ApiError } from '../../contract/errors.ts';
import type { SharePage } from '../../contract/share-pages.ts';
import type { MinuteCounter } from '../../limits/minute-counter.ts';
import { networkOf } from '../../limits/network-of.ts';
import type { Filter } from '../../reports/question/filters.ts';
import { parseSegmentFilters } from '../../reports/question/segment-query.ts';
import type { Control } from '../../store/control/open-control.ts';
import type { EndpointGate } from '../register-endpoints.ts';
import { listSharedReports } from './shared-reports.ts';

/** A link that works at this moment, shown by someone who gave its password where it has one. */
export type OpenShareLink = Omit<PresentedShareLink, 'pages'> & {
  pages: readonly SharePage[];
  filters: readonly Filter[];
};

/** Who is asking, by the token in the address alone: neither a key nor a sign-in makes a difference here. */
export type ShareGate = {
  require(request: FastifyRequest): Promise<OpenShareLink>;
  /** In front of the reports of the API. */
  endpoints: EndpointGate;
};

/** `presented` is the token, followed by a dot and the pass where the link has a password. */
export async function requireOpenLink(
  control: Control,
  presented: string,
  now: number,
): Promise<OpenShareLink> {
  const [token = '', pass = ''] = presented.split('.');
  const link = await requireUsableLink(control, token, now);
  const { id, passwordHash } = link;
  if (passwordHash !== null && !isSharePass({ id, passwordHash }, pass, now)) {
    throw new ApiError('share_password_required');
  }
  return { ...link, pages: listShownPages(link), filters: requireFilters(link) };
}

export async function requireUsableLink(
  control: Control,
  token: string,
  now: number,
): Promise<PresentedShareLink> {
  const link = await findShareLink(control, token);
  if (link === undefined) throw new ApiError('invalid_share_link');
  if (link.expiresAt !== null && link.expiresAt <= now) throw new ApiError('share_link_expired');
  return link;
}

/** Where the segment is gone, or holds what no report can apply, the link shows nothing rather than too much. */
function requireFilters({ isNarrowed, segment }: PresentedShareLink): Filter[] {
  if (!isNarrowed) return [];
  try {
    const filters = segment ? parseSegmentFilters(segment.filters) : [];
    if (filters.length > 0) return filters;
  } catch (cause) {
    throw new ApiError('invalid_share_link', { cause });
  }
  throw new ApiError('invalid_share_link');
}

export function presentedIn(request: FastifyRequest): string {
  return (request.params as { token?: string }).token ?? '';
}

/** `requests` counts by link and network, so that readers elsewhere are not held up. */
export function createShareGate(control: Control, clock: Clock, requests: MinuteCounter): ShareGate {
  async function require(request: FastifyRequest): Promise<OpenShareLink> {
    const link = await requireOpenLink(control, presentedIn(request), clock());
    requests.count(`${link.id} ${networkOf(request.ip)}`);
    await touchShareLink(control, link, clock());
    return link;
  }

  return {
    require,
    async endpoints(request) {
      const link = await require(request);
      return {
        id: link.id,
        name: link.name,
        scopes: ['pixel:read'],
        workspaceId: link.workspaceId,
        retentionDays: link.retentionDays,
        bounds: {
          websiteId: link.websiteId,
          reports: listSharedReports(link),
          filters: link.filters,
          hidesRevenue: link.hidesRevenue,
        },
      };
    },
  };
}
