import type { UserId, WorkspaceId } from '../contract/ids.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Role } from '../store/control/schema.ts';

export type Member = {
  userId: UserId;
  email: string;
  role: Role;
  joinedAt: string | null;
  hasTotp: boolean;
};

export async function listMembers({ db }: Control, workspaceId: WorkspaceId): Promise<Member[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'users.totp_secret', 'memberships.role', 'memberships.joined_at'])
    .where('memberships.workspace_id', '=', workspaceId)
    .orderBy('users.email')
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    email: row.email,
    role: row.role,
    joinedAt: buildIsoTime(row.joined_at),
    hasTotp: row.totp_secret !== null,
  }));
}
