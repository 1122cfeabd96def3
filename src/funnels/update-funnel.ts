import { ApiError } from '../contract/errors.ts';
import { type FunnelId, isUuid, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { buildFunnel, type Funnel, type FunnelInput, funnelColumns } from './funnel.ts';

/** Changes what is given and leaves the rest. */
export async function updateFunnel(
  { db }: Control,
  workspaceId: WorkspaceId,
  id: string,
  { name, steps, windowHours }: { [Field in keyof FunnelInput]?: FunnelInput[Field] | undefined },
): Promise<Funnel> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const funnelId = id.toLowerCase() as FunnelId;
  const row = await db
    .updateTable('funnels')
    .set({
      // Set to itself, so that an update without a change is still a valid statement.
      id: funnelId,
      ...(name === undefined ? {} : { name }),
      ...(steps === undefined ? {} : { steps_json: JSON.stringify(steps) }),
      ...(windowHours === undefined ? {} : { window_hours: windowHours }),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', funnelId)
    .returning(funnelColumns)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return buildFunnel(row);
}
