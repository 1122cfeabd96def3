import { ApiError } from '../contract/errors.ts';
import { isUuid, type WorkspaceId } from '../contract/ids.ts';
import { isUniqueViolation } from '../store/control/control-error.ts';
import { inTransaction } from '../store/control/in-transaction.ts';
import type { Control } from '../store/control/open-control.ts';
import {
  buildOwnGoal,
  type GoalInput,
  type GoalRow,
  goalColumns,
  type OwnGoal,
  refuseTooMany,
  refuseUnusableMatch,
} from './goal.ts';

export type GoalChanges = { [Field in keyof GoalInput]?: GoalInput[Field] | undefined } & {
  /** An archived goal counts nothing and can be brought back. */
  archived?: boolean | undefined;
};

/** Changes what is given and leaves the rest. */
export async function updateGoal(
  control: Control,
  workspaceId: WorkspaceId,
  id: string,
  { archived, ...changes }: GoalChanges,
  now: number,
): Promise<OwnGoal> {
  try {
    return await inTransaction(control, async (inside) => {
      const before = await requireGoal(inside, workspaceId, id);
      const goal = {
        name: changes.name ?? before.name,
        type: changes.type ?? before.type,
        match: changes.match ?? before.match,
      };
      refuseUnusableMatch(goal);
      const comesBack = archived === false && before.archived_at !== null;
      if (comesBack) await refuseTooMany(inside, workspaceId, before.website_id);
      const archived_at = archived === undefined ? before.archived_at : findArchivedAt(before, archived, now);
      const row = await inside.db
        .updateTable('goals')
        .set({ ...goal, archived_at })
        .where('id', '=', before.id)
        .returning(goalColumns)
        .executeTakeFirstOrThrow();
      return buildOwnGoal(row);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('duplicate_goal');
    throw error;
  }
}

function findArchivedAt({ archived_at }: GoalRow, archived: boolean, now: number): number | null {
  return archived ? (archived_at ?? now) : null;
}

async function requireGoal({ db }: Control, workspaceId: WorkspaceId, id: string): Promise<GoalRow> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const row = await db
    .selectFrom('goals')
    .select(goalColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return row;
}
