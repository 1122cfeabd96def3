/** Share links: what one shows of a website, to whom, and until when. Only the fingerprint of its token is stored. */
import type { SegmentId, WebsiteUuid } from '../contract/ids.ts';
import { type SharePage, sharePages } from '../contract/share-pages.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Flag } from '../store/control/schema.ts';

/** What a link leaves out. */
export type ShareLimits = {
  pages: readonly SharePage[];
  hidesRevenue: boolean;
  /** Single visitors: their lists, their IDs, and what each of them did. */
  hidesVisitors: boolean;
  /** It shows a segment alone. */
  isNarrowed: boolean;
};

const ofSingleVisitors: readonly SharePage[] = ['visitors', 'sessions'];
/**
 * These pages show what no filter narrows, such as everything that one visitor did. A link to a segment leaves them
 * out.
 */
const beyondFilters: readonly SharePage[] = ['realtime', 'ai', ...ofSingleVisitors];

/** Those of its pages that nothing else about the link forbids. */
export function listShownPages({ pages, hidesRevenue, hidesVisitors, isNarrowed }: ShareLimits): SharePage[] {
  const forbidden = new Set<SharePage>([
    ...(hidesRevenue ? (['revenue'] as const) : []),
    ...(hidesVisitors ? ofSingleVisitors : []),
    ...(isNarrowed ? beyondFilters : []),
  ]);
  return sharePages.filter((page) => pages.includes(page) && !forbidden.has(page));
}

/** What can be set about a link. */
export type ShareLinkSettings = {
  name: string;
  segmentId: string | null;
  passwordHash: string | null;
  /** Unix milliseconds; null works for ever. */
  expiresAt: number | null;
  pages: readonly SharePage[];
  hidesRevenue: boolean;
  hidesVisitors: boolean;
  /** As parseFrameAncestors writes them; none may frame it where there are none. */
  frameAncestors: readonly string[];
};

/** A link as those see it who may change it. */
export type ManagedShareLink = {
  id: string;
  websiteId: WebsiteUuid;
  name: string;
  segmentId: SegmentId | null;
  /** Its segment was deleted: it shows nothing until it is given another, or none. */
  lacksSegment: boolean;
  hasPassword: boolean;
  expiresAt: string | null;
  pages: SharePage[];
  hidesRevenue: boolean;
  hidesVisitors: boolean;
  frameAncestors: string[];
  lastViewedAt: string | null;
  createdAt: string;
};

export const managedColumns = [
  'id',
  'website_id',
  'name',
  'segment_id',
  'is_narrowed',
  'password_hash',
  'expires_at',
  'pages_json',
  'hides_revenue',
  'hides_visitors',
  'frame_ancestors_json',
  'last_viewed_at',
  'created_at',
] as const;

export type ShareLinkRow = {
  id: string;
  website_id: WebsiteUuid;
  name: string;
  segment_id: SegmentId | null;
  is_narrowed: Flag;
  password_hash: string | null;
  expires_at: number | null;
  pages_json: string;
  hides_revenue: Flag;
  hides_visitors: Flag;
  frame_ancestors_json: string;
  last_viewed_at: number | null;
  created_at: number;
};

export function buildManagedShareLink(row: ShareLinkRow): ManagedShareLink {
  return {
    id: row.id,
    websiteId: row.website_id,
    name: row.name,
    segmentId: row.segment_id,
    lacksSegment: row.is_narrowed === 1 && row.segment_id === null,
    hasPassword: row.password_hash !== null,
    expiresAt: buildIsoTime(row.expires_at),
    pages: JSON.parse(row.pages_json),
    hidesRevenue: row.hides_revenue === 1,
    hidesVisitors: row.hides_visitors === 1,
    frameAncestors: JSON.parse(row.frame_ancestors_json),
    lastViewedAt: buildIsoTime(row.last_viewed_at),
    createdAt: buildIsoTime(row.created_at),
  };
}
