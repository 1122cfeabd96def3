import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import { fingerprintSecret, newSecret } from '../contract/secret.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireName } from '../store/control/require-name.ts';
import { requireWebsite } from '../store/control/require-website.ts';
import { requireOwnSegment } from './require-own-segment.ts';
import type { ShareLinkSettings } from './share-link.ts';

export type NewShareLink = Pick<ShareLinkSettings, 'name'> &
  Partial<ShareLinkSettings> & { websiteUuid: string };

/** `token` is shown here and never again: only its SHA-256 is stored. What is not said is hidden. */
export async function createShareLink(
  control: Control,
  workspaceId: WorkspaceId,
  link: NewShareLink,
  clock: Clock,
): Promise<{ id: string; token: string }> {
  requireName('A share link', link.name);
  const now = clock();
  const id = newOrderedUuid(now);
  const token = newSecret();
  const websiteId = await requireWebsite(control, workspaceId, link.websiteUuid);
  const segmentId = await requireOwnSegment(control, workspaceId, websiteId, link.segmentId ?? undefined);
  await control.db
    .insertInto('share_links')
    .values({
      id,
      workspace_id: workspaceId,
      website_id: websiteId,
      name: link.name,
      segment_id: segmentId,
      is_narrowed: segmentId === null ? 0 : 1,
      token_fingerprint: fingerprintSecret(token),
      password_hash: link.passwordHash ?? null,
      expires_at: link.expiresAt ?? null,
      pages_json: JSON.stringify(link.pages ?? ['overview']),
      hides_revenue: (link.hidesRevenue ?? true) ? 1 : 0,
      hides_visitors: (link.hidesVisitors ?? true) ? 1 : 0,
      frame_ancestors_json: JSON.stringify(link.frameAncestors ?? []),
      created_at: now,
    })
    .execute();
  return { id, token };
}
