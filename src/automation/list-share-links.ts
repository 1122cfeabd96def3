import type { SegmentId, WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Page } from '../store/control/page.ts';
import { type AutomationPage, runAutomationPage } from './automation-page.ts';

/** The row as the API answers it (contract §6). */
export type ShareLink = {
  id: string;
  website_id: WebsiteUuid;
  name: string;
  segment_id: SegmentId | null;
  has_password: boolean;
  expires_at: string | null;
  last_viewed_at: string | null;
  created_at: string;
};

/** Neither the token nor its fingerprint is selected, and the password only by whether there is one. */
export async function listShareLinks(
  control: Control,
  workspaceId: WorkspaceId,
  page: AutomationPage,
): Promise<Page<ShareLink>> {
  const ofWorkspace = control.db
    .selectFrom('share_links')
    .select([
      'id',
      'website_id',
      'name',
      'segment_id',
      'password_hash',
      'expires_at',
      'last_viewed_at',
      'created_at',
    ])
    .where('workspace_id', '=', workspaceId);
  return await runAutomationPage(ofWorkspace, page, (row) => ({
    id: row.id,
    website_id: row.website_id,
    name: row.name,
    segment_id: row.segment_id,
    has_password: row.password_hash !== null,
    expires_at: buildIsoTime(row.expires_at),
    last_viewed_at: buildIsoTime(row.last_viewed_at),
    created_at: buildIsoTime(row.created_at),
  }));
}
