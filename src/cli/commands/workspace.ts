import { systemClock } from '../../contract/clock.ts';
import type { WorkspaceId } from '../../contract/ids.ts';
import { createWorkspace } from '../../workspaces/create-workspace.ts';
import { listWorkspaces } from '../../workspaces/list-workspaces.ts';
import { updateWorkspace } from '../../workspaces/update-workspace.ts';
import type { Workspace } from '../../workspaces/workspace.ts';
import { type Command, type Flags, findWhole, requireText, UsageError } from '../define-command.ts';
import { buildTable } from '../table.ts';

const settings = { 'rate-limit': { type: 'string' }, 'retention-days': { type: 'string' } } as const;
const forEver = 'forever';

export const commands: readonly Command[] = [
  {
    kind: 'control',
    name: 'workspace create',
    usage: '--name N [--rate-limit N] [--retention-days N|forever]',
    summary: 'Make a workspace',
    options: { name: { type: 'string' }, ...settings },
    arguments: 0,
    async run(control, { flags }) {
      const workspace = await createWorkspace(
        control,
        { name: requireText(flags, 'name'), ...parseSettings(flags) },
        systemClock,
      );
      return { value: workspace, text: `Workspace ${workspace.name}: ${workspace.id}` };
    },
  },
  {
    kind: 'control',
    name: 'workspace update',
    usage: 'ID [--name N] [--rate-limit N] [--retention-days N|forever]',
    summary: 'Change a workspace',
    options: { name: { type: 'string' }, ...settings },
    arguments: 1,
    async run(control, { flags, arguments: [id] }) {
      const name = flags.name === undefined ? {} : { name: requireText(flags, 'name') };
      const changes = { ...name, ...parseSettings(flags) };
      if (Object.keys(changes).length === 0) {
        throw new UsageError('Give at least one of --name, --rate-limit and --retention-days.');
      }
      const workspace = await updateWorkspace(control, id as WorkspaceId, changes);
      return { value: workspace, text: describe([workspace]) };
    },
  },
  {
    kind: 'control',
    name: 'workspace list',
    usage: '',
    summary: 'All workspaces',
    options: {},
    arguments: 0,
    async run(control) {
      const workspaces = await listWorkspaces(control);
      return { value: workspaces, text: describe(workspaces) };
    },
  },
];

function parseSettings(flags: Flags): { rateLimit?: number; retentionDays?: number | null } {
  const rateLimit = findWhole(flags, 'rate-limit');
  const retentionDays = flags['retention-days'] === forEver ? null : findWhole(flags, 'retention-days');
  return {
    ...(rateLimit !== undefined && { rateLimit }),
    ...(retentionDays !== undefined && { retentionDays }),
  };
}

function describe(workspaces: readonly Workspace[]): string {
  return buildTable(
    ['ID', 'NAME', 'REQUESTS A MINUTE', 'RETENTION'],
    workspaces.map(({ id, name, rateLimit, retentionDays }) => [
      id,
      name,
      String(rateLimit),
      retentionDays === null ? forEver : `${retentionDays} days`,
    ]),
  );
}
