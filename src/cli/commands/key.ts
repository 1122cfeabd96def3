import { systemClock } from '../../contract/clock.ts';
import type { KeyId, WorkspaceId } from '../../contract/ids.ts';
import { parseInstant } from '../../contract/instant.ts';
import { isScope, type Scope, scopes } from '../../contract/scopes.ts';
import { createKey } from '../../keys/create-key.ts';
import { listKeys } from '../../keys/list-keys.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { requireWorkspace } from '../../store/control/require-workspace.ts';
import { type Command, type Flags, requireText, requireTexts, UsageError } from '../define-command.ts';
import { buildTable } from '../table.ts';

export const commands: readonly Command[] = [
  {
    kind: 'control',
    name: 'key create',
    usage: '--workspace ID --name N --scope S [--scope S …] [--expires-at ISO]',
    summary: `Make an API key; scopes: ${scopes.join(', ')}`,
    options: {
      workspace: { type: 'string' },
      name: { type: 'string' },
      scope: { type: 'string', multiple: true },
      'expires-at': { type: 'string' },
    },
    arguments: 0,
    async run(control, { flags }) {
      const workspaceId = requireText(flags, 'workspace') as WorkspaceId;
      const created = await createKey(
        control,
        workspaceId,
        { name: requireText(flags, 'name'), scopes: parseScopes(flags), ...parseExpiry(flags) },
        systemClock,
      );
      return { value: created, text: `${created.key}\nThis key is shown only now: keep it in a safe place.` };
    },
  },
  {
    kind: 'control',
    name: 'key list',
    usage: '--workspace ID',
    summary: 'API keys of a workspace, without revoked ones',
    options: { workspace: { type: 'string' } },
    arguments: 0,
    async run(control, { flags }) {
      const workspaceId = requireText(flags, 'workspace') as WorkspaceId;
      await requireWorkspace(control, workspaceId);
      const keys = await listKeys(control, workspaceId);
      const rows = keys.map((key) => [
        key.id,
        key.name,
        `${key.prefix}…`,
        key.scopes.join(' '),
        key.lastUsedAt ?? 'never',
        key.createdAt,
        key.expiresAt ?? 'never',
      ]);
      const heads = ['ID', 'NAME', 'PREFIX', 'SCOPES', 'LAST USED', 'CREATED', 'EXPIRES'];
      return { value: keys, text: buildTable(heads, rows) };
    },
  },
  {
    kind: 'control',
    name: 'key revoke',
    usage: 'ID',
    summary: 'Revoke an API key at once and for ever',
    options: {},
    arguments: 1,
    async run(control, { arguments: [id] }) {
      await revokeKey(control, id as KeyId, systemClock);
      return { value: { id, revoked: true }, text: `Revoked ${id}.` };
    },
  },
];

function parseScopes(flags: Flags): Scope[] {
  return requireTexts(flags, 'scope').map((text) => {
    if (!isScope(text)) throw new UsageError(`--scope must be one of ${scopes.join(', ')}, not "${text}".`);
    return text;
  });
}

function parseExpiry(flags: Flags): { expiresAt?: number } {
  if (flags['expires-at'] === undefined) return {};
  const expiresAt = parseInstant(requireText(flags, 'expires-at'));
  if (expiresAt === undefined)
    throw new UsageError('--expires-at must be ISO-8601, such as 2027-01-31T00:00:00Z.');
  return { expiresAt };
}
