import type { UserId, WorkspaceId } from '../contract/ids.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Role } from '../store/control/schema.ts';

export type ListedUser = {
  id: UserId;
  email: string;
  hasTotp: boolean;
  createdAt: string;
  workspaces: { id: WorkspaceId; name: string; role: Role }[];
};

/** For the operator: it crosses tenants. */
export async function listUsers({ db }: Control): Promise<ListedUser[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'totp_secret', 'created_at'])
    .orderBy('email')
    .execute();
  const memberships = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['memberships.user_id', 'memberships.role', 'workspaces.id', 'workspaces.name'])
    .orderBy('workspaces.name')
    .execute();
  return users.map((user) => ({
    id: user.id,
    email: user.email,
    hasTotp: user.totp_secret !== null,
    createdAt: buildIsoTime(user.created_at),
    workspaces: memberships
      .filter(({ user_id }) => user_id === user.id)
      .map(({ id, name, role }) => ({ id, name, role })),
  }));
}
