import type { KeyId, UserId, WorkspaceId } from '../contract/ids.ts';
import type { Scope } from '../contract/scopes.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';

export type ListedKey = {
  id: KeyId;
  name: string;
  prefix: string;
  scopes: Scope[];
  lastUsedAt: string | null;
  createdAt: string;
  expiresAt: string | null;
};

/** Null for keys of the command line, and those made before this was noted. */
export type KeyMaker = { userId: UserId; email: string } | null;

/** Newest first; revoked keys drop out (spec, "States and transitions"). */
export async function listKeys(control: Control, workspaceId: WorkspaceId): Promise<ListedKey[]> {
  const keys = await listKeysWithMakers(control, workspaceId);
  return keys.map(({ createdBy: _, ...key }) => key);
}

/** The same for the people of the workspace, who know each other. */
export async function listKeysWithMakers(
  { db }: Control,
  workspaceId: WorkspaceId,
): Promise<(ListedKey & { createdBy: KeyMaker })[]> {
  const rows = await db
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'api_keys.created_by')
    .select([
      'api_keys.id',
      'api_keys.name',
      'api_keys.prefix',
      'api_keys.scopes_json',
      'api_keys.last_used_at',
      'api_keys.created_at',
      'api_keys.expires_at',
      'users.id as maker_id',
      'users.email as maker_email',
    ])
    .where('api_keys.workspace_id', '=', workspaceId)
    .where('api_keys.revoked_at', 'is', null)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes_json),
    lastUsedAt: buildIsoTime(row.last_used_at),
    createdAt: buildIsoTime(row.created_at),
    expiresAt: buildIsoTime(row.expires_at),
    createdBy:
      row.maker_id !== null && row.maker_email !== null
        ? { userId: row.maker_id, email: row.maker_email }
        : null,
  }));
}
