import type { Clock } from '../contract/clock.ts';
import { buildPeriod, findNextRun, type Period } from '../contract/schedule.ts';
import { formatDay } from '../contract/time-zone.ts';
import { inTransaction } from '../store/control/in-transaction.ts';
import type { Control } from '../store/control/open-control.ts';
import { type NewDelivery, queueDeliveries } from '../store/control/queue-delivery.ts';
import { findReport, type ReportFacts } from './report-facts.ts';

/** What a delivery of a report knows: its recipient, and which days it tells of. */
export type ReportPayload = { address: string; period: Period };

export type DueReportsOptions = {
  control: Control;
  clock: Clock;
  /** False where no mail server is configured. */
  canMail: boolean;
};

/**
 * Queues a mail for every recipient of each report that is due. After a time in which no server ran there is one mail,
 * about the last complete period, instead of one for each that was missed.
 */
export async function queueDueReports(
  { control, clock, canMail }: DueReportsOptions,
  signal: AbortSignal,
): Promise<{ queued: number }> {
  const due = await control.db
    .selectFrom('scheduled_reports')
    .select(['id', 'next_run_at'])
    .where('next_run_at', '<=', clock())
    .orderBy('next_run_at')
    .execute();
  let queued = 0;
  for (const { id, next_run_at } of due) {
    if (signal.aborted) break;
    queued += await inTransaction(control, (inside) => queueOne(inside, id, next_run_at, clock(), canMail));
  }
  return { queued };
}

async function queueOne(
  inside: Control,
  id: string,
  dueAt: number | null,
  now: number,
  canMail: boolean,
): Promise<number> {
  const report = await findReport(inside, id);
  if (!report) return 0;
  const error = findObstacle(report, canMail);
  const taken = await inside.db
    .updateTable('scheduled_reports')
    .set({ next_run_at: findNextRun(report.schedule, now), error })
    .where('id', '=', id)
    // Another server may have taken this occurrence since it was looked for.
    .where('next_run_at', '=', dueAt)
    .returning('id')
    .executeTakeFirst();
  if (!taken || error !== null) return 0;
  const period = buildPeriod(report.schedule, now);
  const occurrence = `${report.schedule.frequency}:${formatDay(period.from)}`;
  const deliveries = buildDeliveries(report, period, occurrence);
  await queueDeliveries(inside, deliveries, now);
  return deliveries.length;
}

function findObstacle({ lacksSegment }: ReportFacts, canMail: boolean): string | null {
  if (!canMail) return 'No mail server is configured, so it was not sent.';
  return lacksSegment ? 'Its segment was deleted, so it was not sent. Choose another, or none.' : null;
}

/** One `occurrence` is sent once to each recipient, however often it is queued. */
export function buildDeliveries(report: ReportFacts, period: Period, occurrence: string): NewDelivery[] {
  return report.recipients.map((address) => ({
    workspaceId: report.workspaceId,
    kind: 'report',
    subjectId: report.id,
    onceKey: `report:${report.id}:${occurrence}:${address}`,
    channel: address,
    payload: { address, period } satisfies ReportPayload,
  }));
}
