import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import { isUniqueViolation } from '../store/control/control-error.ts';
import { inTransaction } from '../store/control/in-transaction.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { requireName } from '../store/control/require-name.ts';
import { requireWebsite } from '../store/control/require-website.ts';
import {
  buildOwnGoal,
  type GoalInput,
  goalColumns,
  type OwnGoal,
  refuseTooMany,
  refuseUnusableMatch,
} from './goal.ts';

export type NewGoal = GoalInput & { websiteUuid: string };

export async function createGoal(
  control: Control,
  workspaceId: WorkspaceId,
  { websiteUuid, name, type, match }: NewGoal,
  clock: Clock,
): Promise<OwnGoal> {
  requireName('A goal', name);
  refuseUnusableMatch({ name, type, match });
  const now = clock();
  try {
    return await inTransaction(control, async (inside) => {
      const website_id = await requireWebsite(inside, workspaceId, websiteUuid);
      await refuseTooMany(inside, workspaceId, website_id);
      const row = await inside.db
        .insertInto('goals')
        .values({
          id: newOrderedUuid(now),
          workspace_id: workspaceId,
          website_id,
          name,
          type,
          match,
          created_at: now,
        })
        .returning(goalColumns)
        .executeTakeFirstOrThrow();
      return buildOwnGoal(row);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('duplicate_goal');
    throw error;
  }
}
