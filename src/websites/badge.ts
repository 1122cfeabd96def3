import type { PublicWebsiteId, WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { prepareQuery } from '../store/control/prepared-query.ts';
import { requireWebsite } from '../store/control/require-website.ts';

/** Whether anybody may see the badge and the counter of a website. Nobody may until it is turned on. */
export async function hasBadge(control: Control, workspaceId: WorkspaceId, uuid: string): Promise<boolean> {
  const id = await requireWebsite(control, workspaceId, uuid);
  const row = await control.db
    .selectFrom('websites')
    .select('has_badge')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.has_badge === 1;
}

export async function setBadge(
  control: Control,
  workspaceId: WorkspaceId,
  uuid: string,
  isOn: boolean,
): Promise<void> {
  const id = await requireWebsite(control, workspaceId, uuid);
  await control.db
    .updateTable('websites')
    .set({ has_badge: isOn ? 1 : 0 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** A website whose badge anybody may see. */
export type BadgeWebsite = {
  workspaceId: WorkspaceId;
  websiteId: PublicWebsiteId;
  retentionDays: number | null;
  timezone: string;
};

const runByPublicId = prepareQuery((db: Control['db']) =>
  db
    .selectFrom('websites')
    .innerJoin('workspaces', 'workspaces.id', 'websites.workspace_id')
    .select([
      'workspaces.id as workspaceId',
      'websites.public_id as websiteId',
      'workspaces.retention_days as retentionDays',
      'workspaces.timezone',
    ])
    .where('websites.public_id', '=', '' as PublicWebsiteId)
    .where('websites.has_badge', '=', 1),
);

export async function findBadgeWebsite({ db }: Control, publicId: string): Promise<BadgeWebsite | undefined> {
  if (!/^[\w-]{1,128}$/.test(publicId)) return undefined;
  const [row] = await runByPublicId(db, [publicId, 1]);
  return row;
}
