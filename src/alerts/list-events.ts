import { ApiError } from '../contract/errors.ts';
import { isUuid, type WorkspaceId } from '../contract/ids.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';
import type { AlertChart } from './chart.ts';

export type ShownEvent = {
  id: string;
  startedAt: string;
  /** Null while it lasts. */
  endedAt: string | null;
  words: string;
  chart: AlertChart;
  messages: ShownMessage[];
};

export type ShownMessage = {
  kind: string;
  channel: string;
  state: 'waiting' | 'sent' | 'failed';
  at: string;
  error: string | null;
};

const mostEvents = 50;

/** Each time that an alert fired, newest first, and what was told of it. */
export async function listEvents(
  { db }: Control,
  workspaceId: WorkspaceId,
  alertId: string,
): Promise<ShownEvent[]> {
  if (!isUuid(alertId)) throw new ApiError('not_found');
  const id = alertId.toLowerCase();
  const alert = await db
    .selectFrom('alerts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!alert) throw new ApiError('not_found');
  const events = await db
    .selectFrom('alert_events')
    .select(['id', 'started_at', 'ended_at', 'words', 'chart_json'])
    .where('alert_id', '=', id)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostEvents)
    .execute();
  const deliveries = await db
    .selectFrom('deliveries')
    .select(['once_key', 'channel', 'state', 'created_at', 'sent_at', 'error'])
    .where('subject_id', '=', id)
    .orderBy('created_at')
    .execute();
  return events.map((event) => ({
    id: event.id,
    startedAt: buildIsoTime(event.started_at),
    endedAt: buildIsoTime(event.ended_at),
    words: event.words,
    chart: JSON.parse(event.chart_json),
    messages: deliveries
      .filter(({ once_key }) => once_key.startsWith(`alert:${id}:${event.id}:`))
      .map(({ once_key, channel, state, created_at, sent_at, error }) => ({
        kind: once_key.split(':')[3] ?? '',
        channel,
        state,
        at: buildIsoTime(sent_at ?? created_at),
        error,
      })),
  }));
}

const retentionMs = 400 * 24 * 60 * 60_000;

export async function purgeAlertEvents({ db }: Control, now: number): Promise<void> {
  await db
    .deleteFrom('alert_events')
    .where('started_at', '<=', now - retentionMs)
    .where('ended_at', 'is not', null)
    .execute();
}
