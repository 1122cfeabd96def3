/**
 * API keys of a workspace: made, listed, revoked and checked here. What a scope allows and how a request
 * carries its key is decided in src/http.
 */
import type { Clock } from '../contract/clock.ts';
import { type KeyId, newKeySecret, type UserId, type WorkspaceId } from '../contract/ids.ts';
import { isScope, scopes as knownScopes, type Scope } from '../contract/scopes.ts';
import { ControlError } from '../store/control/control-error.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireName } from '../store/control/require-name.ts';
import { requireWorkspace } from '../store/control/require-workspace.ts';
import { fingerprintKey } from './fingerprint-key.ts';

/** `key` is shown here and never again. */
export type CreatedKey = { id: KeyId; name: string; scopes: Scope[]; key: string };

/** `createdBy`: the person at the dashboard; undefined for the command line. */
export type KeyInput = { name: string; scopes: readonly string[]; expiresAt?: number; createdBy?: UserId };

const shownPrefixLength = 10;

export async function createKey(
  control: Control,
  workspaceId: WorkspaceId,
  input: KeyInput,
  clock: Clock,
): Promise<CreatedKey> {
  const now = clock();
  const { name } = input;
  requireName('A key', name);
  const scopes = parseScopes(input.scopes);
  const expiresAt = parseExpiry(input.expiresAt);
  await requireWorkspace(control, workspaceId);
  const id = newOrderedUuid(now) as KeyId;
  const key = newKeySecret();
  await control.db
    .insertInto('api_keys')
    .values({
      id,
      workspace_id: workspaceId,
      name,
      fingerprint: fingerprintKey(key),
      prefix: key.slice(0, shownPrefixLength),
      scopes_json: JSON.stringify(scopes),
      created_at: now,
      expires_at: expiresAt,
      created_by: input.createdBy ?? null,
    })
    .execute();
  return { id, name, scopes, key };
}

function parseScopes(texts: readonly string[]): Scope[] {
  const unknown = texts.find((text) => !isScope(text));
  if (unknown !== undefined) {
    throw new ControlError(
      'invalid_value',
      `"${unknown}" is not a scope; there are ${knownScopes.join(', ')}.`,
    );
  }
  if (texts.length === 0) {
    throw new ControlError('invalid_value', `A key needs at least one scope of ${knownScopes.join(', ')}.`);
  }
  return [...new Set(texts.filter(isScope))];
}

function parseExpiry(expiresAt: number | undefined): number | null {
  if (expiresAt === undefined) return null;
  if (!Number.isSafeInteger(expiresAt)) {
    throw new ControlError('invalid_value', 'The expiry of a key must be a point in time.');
  }
  return expiresAt;
}
