import {
  isUuid,
  type PublicWebsiteId,
  publicWebsiteIdPrefix,
  type WebsiteUuid,
  type WorkspaceId,
} from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { prepareQuery } from '../store/control/prepared-query.ts';
import { buildWebsite, type Website, websiteColumns } from './website.ts';

const publicIdPattern = new RegExp(`^${publicWebsiteIdPrefix}[A-Za-z0-9_-]{1,64}$`);

const runByPublicId = prepareQuery((db: Control['db']) =>
  db
    .selectFrom('websites')
    .select(websiteColumns)
    .where('public_id', '=', '' as PublicWebsiteId)
    .where('workspace_id', '=', '' as WorkspaceId),
);

/** Takes any text: one that cannot be a public id is not looked up. */
export async function findWebsiteByPublicId(
  control: Control,
  workspaceId: WorkspaceId,
  publicId: string,
): Promise<Website | undefined> {
  if (!publicIdPattern.test(publicId)) return undefined;
  const [row] = await runByPublicId(control.db, [publicId, workspaceId]);
  return row && buildWebsite(row);
}

/** Takes any text; a UUID is found in either case. */
export async function findWebsiteByUuid(
  control: Control,
  workspaceId: WorkspaceId,
  uuid: string,
): Promise<Website | undefined> {
  if (!isUuid(uuid)) return undefined;
  const row = await control.db
    .selectFrom('websites')
    .select(websiteColumns)
    .where('id', '=', uuid.toLowerCase() as WebsiteUuid)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row && buildWebsite(row);
}
