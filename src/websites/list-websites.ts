import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { type Page, type PageRequest, runPage } from '../store/control/page.ts';
import { buildWebsite, type Website, websiteColumns } from './website.ts';

export async function listWebsites(
  control: Control,
  workspaceId: WorkspaceId,
  page: PageRequest,
): Promise<Page<Website>> {
  const query = control.db
    .selectFrom('websites')
    .select(websiteColumns)
    .where('workspace_id', '=', workspaceId);
  return await runPage(query, page, buildWebsite);
}

const mostInPage = 1000;

export async function listAllWebsites(control: Control, workspaceId: WorkspaceId): Promise<Website[]> {
  const websites: Website[] = [];
  let cursor: string | undefined;
  do {
    const page = await listWebsites(control, workspaceId, { limit: mostInPage, cursor });
    websites.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return websites;
}
