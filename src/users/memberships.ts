import type { UserId, WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { prepareQuery } from '../store/control/prepared-query.ts';
import type { Role } from '../store/control/schema.ts';

/** A workspace as one of its people sees it. */
export type Membership = {
  id: WorkspaceId;
  name: string;
  role: Role;
  retentionDays: number | null;
  timezone: string;
  currency: string;
};

const ofUser = (db: Control['db']) =>
  db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select([
      'workspaces.id',
      'workspaces.name',
      'workspaces.retention_days as retentionDays',
      'workspaces.timezone',
      'workspaces.currency',
      'memberships.role',
    ])
    .where('memberships.user_id', '=', '' as UserId);

const runOne = prepareQuery((db: Control['db']) =>
  ofUser(db).where('memberships.workspace_id', '=', '' as WorkspaceId),
);
const runAll = prepareQuery((db: Control['db']) =>
  ofUser(db).orderBy('workspaces.name').orderBy('workspaces.id'),
);

export async function findMembership(
  { db }: Control,
  userId: UserId,
  workspaceId: string,
): Promise<Membership | undefined> {
  if (workspaceId.includes('\0')) return undefined;
  const [row] = await runOne(db, [userId, workspaceId]);
  return row;
}

export async function listMemberships({ db }: Control, userId: UserId): Promise<Membership[]> {
  return await runAll(db, [userId]);
}
