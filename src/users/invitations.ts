import { ApiError } from '../contract/errors.ts';
import { type InvitationId, isUuid, type UserId, type WorkspaceId } from '../contract/ids.ts';
import { fingerprintSecret, newSecret } from '../contract/secret.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import type { Role } from '../store/control/schema.ts';

const invitationMs = 7 * 24 * 60 * 60 * 1000;

/** `token` is part of the link and stored nowhere. */
export type CreatedInvitation = { id: InvitationId; token: string; email: string | null; expiresAt: string };

export async function createInvitation(
  { db }: Control,
  workspaceId: WorkspaceId,
  input: { email?: string | undefined; role: Role; createdBy: UserId },
  now: number,
): Promise<CreatedInvitation> {
  const token = newSecret();
  const id = newOrderedUuid(now) as InvitationId;
  const email = input.email ?? null;
  const expiresAt = now + invitationMs;
  await db
    .insertInto('invitations')
    .values({
      id,
      workspace_id: workspaceId,
      fingerprint: fingerprintSecret(token),
      email,
      role: input.role,
      created_at: now,
      expires_at: expiresAt,
      created_by: input.createdBy,
    })
    .execute();
  return { id, token, email, expiresAt: buildIsoTime(expiresAt) };
}

export type ListedInvitation = {
  id: InvitationId;
  email: string | null;
  role: Role;
  createdAt: string;
  expiresAt: string;
};

/** Those that can still be accepted, newest first. */
export async function listInvitations(
  { db }: Control,
  workspaceId: WorkspaceId,
  now: number,
): Promise<ListedInvitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'created_at', 'expires_at'])
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    createdAt: buildIsoTime(row.created_at),
    expiresAt: buildIsoTime(row.expires_at),
  }));
}

export async function withdrawInvitation(
  { db }: Control,
  workspaceId: WorkspaceId,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const row = await db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase() as InvitationId)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
}

export type OpenInvitation = {
  workspaceId: WorkspaceId;
  workspaceName: string;
  role: Role;
  email: string | null;
};

export async function requireInvitation(
  { db }: Control,
  token: string,
  now: number,
): Promise<OpenInvitation> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .select([
      'invitations.workspace_id as workspaceId',
      'workspaces.name as workspaceName',
      'invitations.role',
      'invitations.email',
    ])
    .where('invitations.fingerprint', '=', fingerprintSecret(token))
    .where('invitations.expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('invalid_link');
  return row;
}

/**
 * Binds an invitation that is open to all to the address that first signs up with it, so that nobody can try address
 * after address. False where it is bound to another.
 */
export async function claimInvitation(
  { db }: Control,
  token: string,
  email: string,
  now: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable('invitations')
    .set({ email })
    .where('fingerprint', '=', fingerprintSecret(token))
    .where('expires_at', '>', now)
    .where(({ eb, or }) => or([eb('email', 'is', null), eb('email', '=', email)]))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Called in the transaction that adds the member, so that it can be used only once. */
export async function takeInvitation({ db }: Control, token: string, now: number): Promise<void> {
  const row = await db
    .deleteFrom('invitations')
    .where('fingerprint', '=', fingerprintSecret(token))
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('invalid_link');
}
