/**
 * Messages on their way out: claimed by one of several servers, sent, and retried where that fails. What lives here:
 * claims and the retry policy. What must not: what a message says, or how it is sent.
 */
import type { Clock } from '../contract/clock.ts';
import { DeliveryRefused } from '../contract/delivery-refused.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import type { DeliveriesTable } from '../store/control/schema.ts';
import { type ClaimedDelivery, createDeliveryTable } from './delivery-table.ts';

export type Delivery = { id: string; workspaceId: WorkspaceId; subjectId: string; payload: unknown };

/** Resolves when it is delivered; `DeliveryRefused` where it never will be. */
export type Send = (delivery: Delivery) => Promise<void>;

export type SenderOptions = {
  control: Control;
  clock: Clock;
  send: Readonly<Record<DeliveriesTable['kind'], Send>>;
};

const minuteMs = 60_000;
/** Waits of the retry policy, after the first attempt, the second, and so on: about a day in all. */
const waitsMs = [1, 5, 15, 60, 180, 480, 720].map((minutes) => minutes * minuteMs);
const atOnce = 4;
const longestError = 500;

/** Sends all that is due, a few at a time, until there is no more or the signal is aborted. */
export function createDueSender({ control, clock, send }: SenderOptions) {
  const table = createDeliveryTable(control);

  async function sendOne(row: ClaimedDelivery): Promise<void> {
    const { id, kind, workspace_id: workspaceId, subject_id: subjectId, attempts } = row;
    try {
      await send[kind]({ id, workspaceId, subjectId, payload: JSON.parse(row.payload_json) });
      await table.note(id, { state: 'sent', sent_at: clock(), error: null });
    } catch (failure) {
      const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, longestError);
      const waitMs = failure instanceof DeliveryRefused ? undefined : waitsMs[attempts - 1];
      if (waitMs === undefined) await table.note(id, { state: 'failed', error });
      else await table.note(id, { due_at: clock() + waitMs, error });
    }
  }

  async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const row = await table.claimNext(clock());
      if (row === undefined) return;
      if (row !== 'taken') await sendOne(row);
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    await Promise.all(Array.from({ length: atOnce }, () => work(signal)));
  };
}
