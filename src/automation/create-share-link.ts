import { hash } from 'node:crypto';
import type { Clock } from '../contract/clock.ts';
import { randomToken, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireName } from '../store/control/require-name.ts';
import { requireWebsite } from '../store/control/require-website.ts';
import { requireOwnSegment } from './require-own-segment.ts';

export type NewShareLink = {
  websiteUuid: string;
  name: string;
  segmentId?: string;
  passwordHash?: string;
  expiresAt?: number;
};

const tokenBytes = 24;

/** `token` is shown here and never again: only its SHA-256 is stored. */
export async function createShareLink(
  control: Control,
  workspaceId: WorkspaceId,
  link: NewShareLink,
  clock: Clock,
): Promise<{ id: string; token: string }> {
  requireName('A share link', link.name);
  const now = clock();
  const id = newOrderedUuid(now);
  const token = randomToken(tokenBytes);
  const websiteId = await requireWebsite(control, workspaceId, link.websiteUuid);
  await control.db
    .insertInto('share_links')
    .values({
      id,
      workspace_id: workspaceId,
      website_id: websiteId,
      name: link.name,
      segment_id: await requireOwnSegment(control, workspaceId, websiteId, link.segmentId),
      token_fingerprint: hash('sha256', token, 'hex'),
      password_hash: link.passwordHash ?? null,
      expires_at: link.expiresAt ?? null,
      created_at: now,
    })
    .execute();
  return { id, token };
}
