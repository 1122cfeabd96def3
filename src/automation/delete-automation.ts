import { ApiError } from '../contract/errors.ts';
import { isUuid, type WorkspaceId } from '../contract/ids.ts';
import { inTransaction } from '../store/control/in-transaction.ts';
import type { Control } from '../store/control/open-control.ts';

/** With the messages of it that were not sent yet. */
export async function deleteAutomation(
  control: Control,
  table: 'scheduled_reports' | 'alerts',
  workspaceId: WorkspaceId,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new ApiError('not_found');
  await inTransaction(control, async ({ db }) => {
    const row = await db
      .deleteFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id.toLowerCase())
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) throw new ApiError('not_found');
    await db
      .deleteFrom('deliveries')
      .where('subject_id', '=', row.id)
      .where('state', '=', 'waiting')
      .execute();
  });
}
