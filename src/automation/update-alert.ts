import type { AlertRule, AlertTarget } from '../contract/alert-rule.ts';
import { ApiError } from '../contract/errors.ts';
import { isUuid, type WorkspaceId } from '../contract/ids.ts';
import { inTransaction } from '../store/control/in-transaction.ts';
import type { Control } from '../store/control/open-control.ts';
import { type AlertRow, alertColumns, buildOwnAlert, type OwnAlert } from './alert.ts';
import { findNextCheck, type NewTarget, parseRule, parseTargets } from './alert-rule.ts';
import { requireOwnSegment } from './require-own-segment.ts';

export type AlertChanges = { [Field in keyof AlertRule]?: AlertRule[Field] | undefined } & {
  name?: string | undefined;
  targets?: readonly NewTarget[] | undefined;
  enabled?: boolean | undefined;
  /** Null: of all visitors. */
  segmentId?: string | null | undefined;
};

/** Changes what is given and leaves the rest. A changed or disabled rule ends the current firing without a message. */
export async function updateAlert(
  control: Control,
  workspaceId: WorkspaceId,
  id: string,
  changes: AlertChanges,
  now: number,
): Promise<OwnAlert> {
  return await inTransaction(control, async (inside) => {
    const before = await requireRow(inside, workspaceId, id);
    const known = buildOwnAlert(before);
    const rule = parseRule({
      metric: changes.metric ?? known.metric,
      condition: changes.condition ?? known.condition,
      threshold: changes.threshold === undefined ? known.threshold : changes.threshold,
      windowMinutes: changes.windowMinutes ?? known.windowMinutes,
    });
    const targets = changes.targets ? parseTargets(changes.targets, known.targets) : known.targets;
    const segment_id =
      changes.segmentId === undefined
        ? before.segment_id
        : await requireOwnSegment(inside, workspaceId, before.website_id, changes.segmentId ?? undefined);
    const enabled = changes.enabled ?? known.enabled;
    const watchesOther = isOtherRule(rule, known) || segment_id !== before.segment_id;
    const begins = watchesOther || enabled !== known.enabled;
    if (begins) await endEvents(inside, before.id, now);
    const row = await inside.db
      .updateTable('alerts')
      .set({
        name: changes.name ?? before.name,
        metric: rule.metric,
        condition: rule.condition,
        threshold: rule.threshold,
        window_minutes: rule.windowMinutes,
        ...storeTargets(targets),
        enabled: enabled ? 1 : 0,
        segment_id,
        ...(changes.segmentId !== undefined && { narrowed: segment_id === null ? 0 : 1 }),
        ...(begins && { ...unknownState, next_check_at: findNextCheck(rule, now) }),
        error: null,
      })
      .where('id', '=', before.id)
      .returning(alertColumns)
      .executeTakeFirst();
    // Deleted since it was read.
    if (row === undefined) throw new ApiError('not_found');
    return buildOwnAlert(row);
  });
}

const unknownState = {
  firing: 0,
  told_firing: 0,
  untold: 0,
  watched_since: 0,
  checked_at: null,
  words: null,
} as const;

function storeTargets(targets: readonly AlertTarget[]) {
  return {
    targets_json: JSON.stringify(targets),
    channels_json: JSON.stringify([...new Set(targets.map(({ kind }) => kind))]),
  };
}

function isOtherRule(one: AlertRule, other: AlertRule): boolean {
  return (
    one.metric !== other.metric ||
    one.condition !== other.condition ||
    one.threshold !== other.threshold ||
    one.windowMinutes !== other.windowMinutes
  );
}

async function endEvents({ db }: Control, alertId: string, now: number): Promise<void> {
  await db
    .updateTable('alert_events')
    .set({ ended_at: now })
    .where('alert_id', '=', alertId)
    .where('ended_at', 'is', null)
    .execute();
}

async function requireRow({ db }: Control, workspaceId: WorkspaceId, id: string): Promise<AlertRow> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const row = await db
    .selectFrom('alerts')
    .select(alertColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return row;
}
