import { listAudit } from '../../audit/list-audit.ts';
import type { WorkspaceId } from '../../contract/ids.ts';
import { requireWorkspace } from '../../store/control/require-workspace.ts';
import { type Command, findWhole, requireText } from '../define-command.ts';
import { buildTable } from '../table.ts';

const shownUnlessGiven = 100;

const audit: Command = {
  kind: 'control',
  name: 'audit',
  usage: '--workspace ID [--limit N]',
  summary: 'Who did what in a workspace: keys, members, share links, sign-ins, settings, deletions',
  options: { workspace: { type: 'string' }, limit: { type: 'string' } },
  arguments: 0,
  async run(control, { flags }) {
    const workspaceId = requireText(flags, 'workspace') as WorkspaceId;
    await requireWorkspace(control, workspaceId);
    const { items } = await listAudit(control, workspaceId, {
      limit: findWhole(flags, 'limit') ?? shownUnlessGiven,
    });
    const rows = items.map(({ at, actor, network, action, subject }) => [
      at,
      actor,
      network,
      action,
      subject,
    ]);
    const text = buildTable(['AT', 'WHO', 'NETWORK', 'WHAT', 'ABOUT'], rows);
    return { value: items, text: items.length === 0 ? 'Nothing was written down yet.' : text };
  },
};

export const commands = [audit];
