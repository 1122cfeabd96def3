import { nameTarget } from '../contract/alert-rule.ts';
import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import type { Log } from '../contract/log.ts';
import { inTransaction } from '../store/control/in-transaction.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { queueDeliveries } from '../store/control/queue-delivery.ts';
import { type AlertFacts, listDueAlerts } from './alert-facts.ts';
import type { AlertChart } from './chart.ts';
import { judge, type Verdict } from './judge.ts';
import type { AlertMessage, AlertPayload } from './message.ts';
import { type AlertReader, RecordsDelayed } from './read-alert.ts';

export type CheckOptions = {
  control: Control;
  clock: Clock;
  log: Log;
  reader: AlertReader;
  /** When the figures may have changed next. */
  findNextCheck(rule: AlertFacts['rule'], now: number): number;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A check that comes later than this was missed: no server ran. */
const missedMs = 5 * minuteMs;

/** Checks every alert that is due, one after another. */
export async function checkAlerts(options: CheckOptions, signal: AbortSignal): Promise<{ queued: number }> {
  const { control, clock } = options;
  let queued = 0;
  for (const alert of await listDueAlerts(control, clock())) {
    if (signal.aborted) break;
    queued += await checkAlert(options, alert);
  }
  return { queued };
}

async function checkAlert(options: CheckOptions, found: AlertFacts): Promise<number> {
  const { control, clock, reader, findNextCheck } = options;
  const now = clock();
  const alert = noteAbsence(found, now);
  try {
    if (alert.lacksSegment) throw new ApiError('segment_missing');
    const verdict = judge(alert, await reader.read(alert, now), now);
    const chart =
      verdict.firing && !alert.state.firing ? await readChart(options, alert, verdict, now) : undefined;
    return await inTransaction(control, (inside) =>
      storeVerdict(inside, alert, { verdict, chart, now, nextCheckAt: findNextCheck(alert.rule, now) }),
    );
  } catch (error) {
    await storeFailure(options, alert, error, now);
    return 0;
  }
}

/** While no server ran, no visit was recorded: figures of that time are too low to be judged. */
function noteAbsence(alert: AlertFacts, now: number): AlertFacts {
  const { nextCheckAt } = alert.state;
  const wasMissed = nextCheckAt > 0 && now - nextCheckAt > missedMs;
  return wasMissed ? { ...alert, state: { ...alert.state, watchedSince: now } } : alert;
}

async function readChart(
  { reader }: CheckOptions,
  alert: AlertFacts,
  { limit }: Verdict,
  now: number,
): Promise<AlertChart> {
  return { ...(await reader.readSeries(alert, now)), ...(limit !== undefined && { limit }) };
}

type Outcome = { verdict: Verdict; chart: AlertChart | undefined; now: number; nextCheckAt: number };

/** Stores the state, the history and the messages in one transaction. Resolves to the number of messages queued. */
async function storeVerdict(inside: Control, alert: AlertFacts, outcome: Outcome): Promise<number> {
  const { verdict, now, nextCheckAt } = outcome;
  const { state } = alert;
  const begins = verdict.firing && !state.firing;
  const untold = state.untold + (begins ? 1 : 0);
  const tells = verdict.firing !== state.toldFiring && mayTell(alert, now);
  const updated = await inside.db
    .updateTable('alerts')
    .set({
      firing: verdict.firing ? 1 : 0,
      checked_at: now,
      next_check_at: nextCheckAt,
      watched_since: state.watchedSince,
      words: verdict.words,
      error: null,
      untold: tells ? 0 : untold,
      ...(begins && { last_triggered_at: now }),
      ...(tells && {
        told_firing: verdict.firing ? 1 : 0,
        last_message_at: now,
        message_before_at: state.lastMessageAt,
      }),
    })
    .where('id', '=', alert.id)
    .where('enabled', '=', 1)
    // Another server may have checked it meanwhile, or somebody changed it.
    .where('next_check_at', '=', state.nextCheckAt)
    .returning('id')
    .executeTakeFirst();
  if (!updated) return 0;
  const event = await storeEvent(inside, alert, outcome);
  if (!tells) return 0;
  // The firing that this message is about does not count as untold.
  const message = buildMessage(outcome, event, verdict.firing ? untold - 1 : untold);
  return queueMessages(inside, alert, message, event?.id ?? 'none');
}

/** At most two messages in 24 hours. What is left out is told as soon as there is room for it. */
function mayTell({ state }: AlertFacts, now: number): boolean {
  return state.messageBeforeAt === null || state.messageBeforeAt <= now - dayMs;
}

type AlertEvent = { id: string; startedAt: number; chart: AlertChart };

/** The firing that begins, goes on or ends with this check; without one, the last firing. */
async function storeEvent(
  { db }: Control,
  { id: alertId, workspaceId, state }: AlertFacts,
  { verdict, chart = { points: [] }, now }: Outcome,
): Promise<AlertEvent | undefined> {
  if (verdict.firing && !state.firing) {
    const id = newOrderedUuid(now);
    await db
      .insertInto('alert_events')
      .values({
        id,
        alert_id: alertId,
        workspace_id: workspaceId,
        started_at: now,
        words: verdict.words,
        chart_json: JSON.stringify(chart),
      })
      .execute();
    return { id, startedAt: now, chart };
  }
  if (!verdict.firing && state.firing) {
    await db
      .updateTable('alert_events')
      .set({ ended_at: now })
      .where('alert_id', '=', alertId)
      .where('ended_at', 'is', null)
      .execute();
  }
  const row = await db
    .selectFrom('alert_events')
    .select(['id', 'started_at', 'chart_json'])
    .where('alert_id', '=', alertId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row && { id: row.id, startedAt: row.started_at, chart: JSON.parse(row.chart_json) };
}

function buildMessage(
  { verdict, now }: Outcome,
  event: AlertEvent | undefined,
  untold: number,
): AlertMessage {
  return {
    kind: verdict.firing ? 'firing' : 'over',
    at: now,
    words: verdict.words,
    value: verdict.value,
    startedAt: event?.startedAt ?? null,
    untold: Math.max(0, untold),
    chart: verdict.firing ? event?.chart : undefined,
  };
}

async function queueMessages(
  inside: Control,
  { id, workspaceId, targets }: AlertFacts,
  message: AlertMessage,
  eventId: string,
): Promise<number> {
  const deliveries = targets.map((target, place) => ({
    workspaceId,
    kind: 'alert' as const,
    subjectId: id,
    onceKey: `alert:${id}:${eventId}:${message.kind}:${message.at}:${place}`,
    channel: nameTarget(target),
    payload: { message, target } satisfies AlertPayload,
  }));
  await queueDeliveries(inside, deliveries, message.at);
  return deliveries.length;
}

/** Nothing is known about the figures: the alert stays as it was, and is looked at again in a minute. */
async function storeFailure(
  { control, log }: CheckOptions,
  alert: AlertFacts,
  error: unknown,
  now: number,
): Promise<void> {
  const isExpected = error instanceof ApiError || error instanceof RecordsDelayed;
  if (!isExpected) log.error({ err: error, alert: alert.id }, 'an alert could not be checked');
  await control.db
    .updateTable('alerts')
    .set({
      error: isExpected ? error.message : 'It could not be checked. The log of the server says why.',
      checked_at: now,
      next_check_at: now + minuteMs,
      watched_since: alert.state.watchedSince,
    })
    .where('id', '=', alert.id)
    .where('next_check_at', '=', alert.state.nextCheckAt)
    .execute();
}
