import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

/** All domains of all websites of the workspace, each once: they and their subdomains are no source. */
export async function listOwnDomains(control: Control, workspaceId: WorkspaceId): Promise<string[]> {
  const rows = await control.db
    .selectFrom('websites')
    .select('allowed_domains_json')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return [...new Set(rows.flatMap((row): string[] => JSON.parse(row.allowed_domains_json)))];
}
