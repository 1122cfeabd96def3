import { recordAudit } from '../audit/record-audit.ts';
import { systemClock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import type { CommandInput } from './define-command.ts';

type Named = { action: string; subject(input: CommandInput): string; workspace?: 'argument' | 'key' };

const flag =
  (name: string) =>
  ({ flags }: CommandInput): string =>
    String(flags[name] ?? '');

/** What commands do that the audit log of a workspace tells. */
const audited: Readonly<Record<string, Named>> = {
  'key create': { action: 'key_created', subject: flag('name') },
  'key revoke': { action: 'key_revoked', subject: ({ arguments: [id = ''] }) => id, workspace: 'key' },
  'user create': { action: 'member_joined', subject: flag('email') },
  'website create': { action: 'website_created', subject: ({ flags }) => String([flags.domain].flat()[0]) },
  'workspace update': {
    action: 'settings_changed',
    subject: ({ flags }) => Object.keys(flags).join(', '),
    workspace: 'argument',
  },
};

export async function auditCommand(control: Control, name: string, input: CommandInput): Promise<void> {
  const found = audited[name];
  if (!found) return;
  const workspaceId = await findWorkspaceId(control, found, input);
  if (workspaceId === undefined) return;
  const actor = { kind: 'command_line', name: 'Command line' } as const;
  const entry = {
    workspaceId: workspaceId as WorkspaceId,
    actor,
    action: found.action,
    subject: found.subject(input),
  };
  await recordAudit(control, entry, systemClock());
}

async function findWorkspaceId(
  { db }: Control,
  { workspace }: Named,
  { flags, arguments: [first = ''] }: CommandInput,
): Promise<string | undefined> {
  if (workspace === 'argument') return first;
  if (workspace === undefined) return typeof flags.workspace === 'string' ? flags.workspace : undefined;
  const key = await db
    .selectFrom('api_keys')
    .select('workspace_id')
    .where('id', '=', first as never)
    .executeTakeFirst();
  return key?.workspace_id;
}
