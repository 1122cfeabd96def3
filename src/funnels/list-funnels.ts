import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { buildFunnel, type Funnel, funnelColumns } from './funnel.ts';

/** Of all websites of the workspace, newest first. */
export async function listFunnels({ db }: Control, workspaceId: WorkspaceId): Promise<Funnel[]> {
  const rows = await db
    .selectFrom('funnels')
    .select(funnelColumns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(buildFunnel);
}
