import type { KeyId, WorkspaceId } from '../contract/ids.ts';
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

/** Newest first; revoked keys drop out (spec, "States and transitions"). */
export async function listKeys(control: Control, workspaceId: WorkspaceId): Promise<ListedKey[]> {
  const rows = await control.db
    .selectFrom('api_keys')
    .select(['id', 'name', 'prefix', 'scopes_json', 'last_used_at', 'created_at', 'expires_at'])
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes_json),
    lastUsedAt: buildIsoTime(row.last_used_at),
    createdAt: buildIsoTime(row.created_at),
    expiresAt: buildIsoTime(row.expires_at),
  }));
}
