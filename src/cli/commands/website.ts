import { systemClock } from '../../contract/clock.ts';
import type { WorkspaceId } from '../../contract/ids.ts';
import { requireWorkspace } from '../../store/control/require-workspace.ts';
import { createWebsite } from '../../websites/create-website.ts';
import { listAllWebsites } from '../../websites/list-websites.ts';
import type { Website } from '../../websites/website.ts';
import { type Command, requireText, requireTexts } from '../define-command.ts';
import { buildTable } from '../table.ts';

export const commands: readonly Command[] = [
  {
    kind: 'control',
    name: 'website create',
    usage: '--workspace ID --domain D [--domain D …]',
    summary: 'Add a website',
    options: { workspace: { type: 'string' }, domain: { type: 'string', multiple: true } },
    arguments: 0,
    async run(control, { flags }) {
      const workspaceId = requireText(flags, 'workspace') as WorkspaceId;
      const website = await createWebsite(control, workspaceId, requireTexts(flags, 'domain'), systemClock);
      return { value: website, text: describe([website]) };
    },
  },
  {
    kind: 'control',
    name: 'website list',
    usage: '--workspace ID',
    summary: 'Websites of a workspace',
    options: { workspace: { type: 'string' } },
    arguments: 0,
    async run(control, { flags }) {
      const workspaceId = requireText(flags, 'workspace') as WorkspaceId;
      await requireWorkspace(control, workspaceId);
      const websites = await listAllWebsites(control, workspaceId);
      return { value: websites, text: describe(websites) };
    },
  },
];

function describe(websites: readonly Website[]): string {
  return buildTable(
    ['WEBSITE ID', 'DOMAINS', 'INTERNAL ID', 'CREATED'],
    websites.map(({ websiteId, allowedDomains, id, createdAt }) => [
      websiteId,
      allowedDomains.join(', '),
      id,
      createdAt,
    ]),
  );
}
