import { ApiError } from '../contract/errors.ts';
import { isUuid, type WebsiteUuid, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Flag } from '../store/control/schema.ts';
import { requireOwnSegment } from './require-own-segment.ts';
import {
  buildManagedShareLink,
  type ManagedShareLink,
  managedColumns,
  type ShareLinkSettings,
} from './share-link.ts';

export type ShareLinkChanges = {
  [Field in keyof ShareLinkSettings]?: ShareLinkSettings[Field] | undefined;
};

/** Changes what is given and leaves the rest; whoever has the link sees it with the next request. */
export async function updateShareLink(
  control: Control,
  workspaceId: WorkspaceId,
  id: string,
  changes: ShareLinkChanges,
): Promise<ManagedShareLink> {
  const before = await requireManagedShareLink(control, workspaceId, id);
  const columns = {
    ...buildColumns(changes),
    ...(await findSegmentColumns(control, workspaceId, before.websiteId, changes.segmentId)),
  };
  if (Object.keys(columns).length === 0) return before;
  const row = await control.db
    .updateTable('share_links')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase())
    .returning(managedColumns)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return buildManagedShareLink(row);
}

export async function requireManagedShareLink(
  { db }: Control,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ManagedShareLink> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const row = await db
    .selectFrom('share_links')
    .select(managedColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return buildManagedShareLink(row);
}

const flagOf = (value: boolean): Flag => (value ? 1 : 0);

function buildColumns(changes: ShareLinkChanges) {
  const { name, passwordHash, expiresAt, pages, hidesRevenue, hidesVisitors, frameAncestors } = changes;
  return {
    ...(name !== undefined && { name }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(pages !== undefined && { pages_json: JSON.stringify(pages) }),
    ...(hidesRevenue !== undefined && { hides_revenue: flagOf(hidesRevenue) }),
    ...(hidesVisitors !== undefined && { hides_visitors: flagOf(hidesVisitors) }),
    ...(frameAncestors !== undefined && { frame_ancestors_json: JSON.stringify(frameAncestors) }),
  };
}

async function findSegmentColumns(
  control: Control,
  workspaceId: WorkspaceId,
  websiteId: WebsiteUuid,
  segmentId: string | null | undefined,
) {
  if (segmentId === undefined) return {};
  if (segmentId === null) return { segment_id: null, is_narrowed: flagOf(false) };
  const own = await requireOwnSegment(control, workspaceId, websiteId, segmentId);
  return { segment_id: own, is_narrowed: flagOf(true) };
}
