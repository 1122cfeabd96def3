import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../contract/clock.ts';
import { type KeyId, keyPrefix, type WorkspaceId } from '../contract/ids.ts';
import type { Scope } from '../contract/scopes.ts';
import type { Control } from '../store/control/open-control.ts';
import { prepareQuery } from '../store/control/prepared-query.ts';
import { fingerprintKey } from './fingerprint-key.ts';

export type AuthenticatedKey = {
  id: KeyId;
  name: string;
  scopes: Scope[];
  workspaceId: WorkspaceId;
  rateLimit: number;
  retentionDays: number | null;
};

export type KeyCheck =
  | { ok: true; key: AuthenticatedKey }
  | { ok: false; code: 'invalid_api_key' | 'api_key_revoked' | 'api_key_expired' };

const runByFingerprint = prepareQuery((db: Control['db']) =>
  db
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select([
      'api_keys.id',
      'api_keys.name',
      'api_keys.fingerprint',
      'api_keys.scopes_json',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'api_keys.workspace_id',
      'workspaces.rate_limit',
      'workspaces.retention_days',
    ])
    .where('api_keys.fingerprint', '=', ''),
);

/**
 * Asks the database every time: another process may have revoked the key a moment ago. Requests with the same
 * key in one turn of the event loop share one answer, asked for after the last of them has arrived.
 */
export function createKeyAuthenticator(
  control: Control,
  clock: Clock,
): (presentedKey: string) => Promise<KeyCheck> {
  const shared = new Map<string, Promise<KeyCheck>>();
  return (presentedKey) => {
    const underWay = shared.get(presentedKey);
    if (underWay !== undefined) return underWay;
    const check = new Promise<KeyCheck>((resolve) => {
      setImmediate(() => {
        shared.delete(presentedKey);
        resolve(authenticateKey(control, presentedKey, clock));
      });
    });
    shared.set(presentedKey, check);
    return check;
  };
}

export async function authenticateKey(
  control: Control,
  presentedKey: string,
  clock: Clock,
): Promise<KeyCheck> {
  if (!presentedKey.startsWith(keyPrefix)) return { ok: false, code: 'invalid_api_key' };
  const fingerprint = fingerprintKey(presentedKey);
  const [row] = await runByFingerprint(control.db, [fingerprint]);
  if (row === undefined || !isSameFingerprint(row.fingerprint, fingerprint)) {
    return { ok: false, code: 'invalid_api_key' };
  }
  if (row.revoked_at !== null) return { ok: false, code: 'api_key_revoked' };
  if (row.expires_at !== null && row.expires_at <= clock()) return { ok: false, code: 'api_key_expired' };
  return {
    ok: true,
    key: {
      id: row.id,
      name: row.name,
      scopes: JSON.parse(row.scopes_json),
      workspaceId: row.workspace_id,
      rateLimit: row.rate_limit,
      retentionDays: row.retention_days,
    },
  };
}

function isSameFingerprint(stored: string, presented: string): boolean {
  return timingSafeEqual(Buffer.from(stored, 'latin1'), Buffer.from(presented, 'latin1'));
}
