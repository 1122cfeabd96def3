import type { PublicWebsiteId, WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import type { JsonObject } from '../contract/json-object.ts';
import { fingerprintSecret, isSameFingerprint } from '../contract/secret.ts';
import type { Control } from '../store/control/open-control.ts';
import { prepareQuery } from '../store/control/prepared-query.ts';
import type { ShareLimits } from './share-link.ts';

/** A link by its token, with all that is needed to show what it shows. */
export type PresentedShareLink = ShareLimits & {
  id: string;
  workspaceId: WorkspaceId;
  retentionDays: number | null;
  timezone: string;
  currency: string;
  websiteUuid: WebsiteUuid;
  websiteId: PublicWebsiteId;
  domains: string[];
  websiteCreatedAt: number;
  name: string;
  /** Undefined without a segment, and also where its segment was deleted; `isNarrowed` tells the two apart. */
  segment: { name: string; filters: JsonObject } | undefined;
  frameAncestors: string[];
  passwordHash: string | null;
  expiresAt: number | null;
  lastViewedAt: number | null;
};

const tokenPattern = /^[A-Za-z0-9_-]{32,64}$/;
const touchIntervalMs = 60_000;

const runByFingerprint = prepareQuery((db: Control['db']) =>
  db
    .selectFrom('share_links')
    .innerJoin('workspaces', 'workspaces.id', 'share_links.workspace_id')
    .innerJoin('websites', 'websites.id', 'share_links.website_id')
    .leftJoin('segments', 'segments.id', 'share_links.segment_id')
    .select([
      'share_links.id',
      'share_links.workspace_id',
      'share_links.website_id',
      'share_links.name',
      'share_links.token_fingerprint',
      'share_links.password_hash',
      'share_links.expires_at',
      'share_links.last_viewed_at',
      'share_links.pages_json',
      'share_links.hides_revenue',
      'share_links.hides_visitors',
      'share_links.is_narrowed',
      'share_links.frame_ancestors_json',
      'workspaces.retention_days',
      'workspaces.timezone',
      'workspaces.currency',
      'websites.public_id',
      'websites.allowed_domains_json',
      'websites.created_at as website_created_at',
      'segments.name as segment_name',
      'segments.filters_json',
    ])
    .where('share_links.token_fingerprint', '=', ''),
);

/** Asks the database every time: it may have been revoked a moment ago, in whichever process. */
export async function findShareLink({ db }: Control, token: string): Promise<PresentedShareLink | undefined> {
  if (!tokenPattern.test(token)) return undefined;
  const fingerprint = fingerprintSecret(token);
  const [row] = await runByFingerprint(db, [fingerprint]);
  if (row === undefined || !isSameFingerprint(row.token_fingerprint, fingerprint)) return undefined;
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    retentionDays: row.retention_days,
    timezone: row.timezone,
    currency: row.currency,
    websiteUuid: row.website_id,
    websiteId: row.public_id,
    domains: JSON.parse(row.allowed_domains_json),
    websiteCreatedAt: row.website_created_at,
    name: row.name,
    segment:
      row.filters_json === null || row.segment_name === null
        ? undefined
        : { name: row.segment_name, filters: JSON.parse(row.filters_json) },
    frameAncestors: JSON.parse(row.frame_ancestors_json),
    pages: JSON.parse(row.pages_json),
    hidesRevenue: row.hides_revenue === 1,
    hidesVisitors: row.hides_visitors === 1,
    isNarrowed: row.is_narrowed === 1,
    passwordHash: row.password_hash,
    expiresAt: row.expires_at,
    lastViewedAt: row.last_viewed_at,
  };
}

/** Noted once a minute at most. */
export async function touchShareLink(
  { db }: Control,
  { id, lastViewedAt }: PresentedShareLink,
  now: number,
): Promise<void> {
  if (lastViewedAt !== null && now - lastViewedAt < touchIntervalMs) return;
  await db.updateTable('share_links').set({ last_viewed_at: now }).where('id', '=', id).execute();
}
