import type { Alert, AlertEvent } from '../../../api/automation.ts';
import { useListed } from '../../../api/settings.ts';
import { formatInstant } from '../../../format/dates.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Listed } from '../listed.tsx';
import { AlertChart } from './alert-chart.tsx';
import { metricLabels } from './alert-words.ts';

/** Each time that an alert fired: why, the figures that set it off, and what was told. */
export function HistoryDialog({
  alert,
  address,
  onClose,
}: {
  alert: Alert;
  address: string;
  onClose(): void;
}) {
  const events = useListed<AlertEvent>(`${address}/${alert.id}/events`);
  return (
    <Dialog title={`History of ${alert.name}`} width="medium" onClose={onClose}>
      <Listed query={events}>
        {(listed) =>
          listed.length === 0 ? (
            <EmptyState guide={null} title="It has never fired">
              {alert.words ?? 'It was not checked yet.'}
            </EmptyState>
          ) : (
            <ol className="alert-events">
              {listed.map((event) => (
                <EventItem key={event.id} event={event} alert={alert} />
              ))}
            </ol>
          )
        }
      </Listed>
    </Dialog>
  );
}

const messageWords = { waiting: 'will be tried again', sent: 'sent', failed: 'given up' } as const;

function EventItem({ event, alert }: { event: AlertEvent; alert: Alert }) {
  const { timezone } = usePlace().workspace;
  const show = (instant: string) => formatInstant(instant, timezone);
  return (
    <li className="alert-event">
      <div className="alert-event-head">
        {event.endedAt
          ? `${show(event.startedAt)} to ${show(event.endedAt)}`
          : `Since ${show(event.startedAt)}`}
        {!event.endedAt && <Badge tone="bad">Firing</Badge>}
      </div>
      <p>{event.words}</p>
      <AlertChart
        chart={event.chart}
        label={alert.metric === 'no_data' ? 'Pageviews' : metricLabels[alert.metric]}
        zone={timezone}
      />
      {event.messages.length > 0 && (
        <ul className="alert-messages">
          {event.messages.map(({ kind, channel, state, at, error }) => (
            <li key={`${kind} ${channel} ${at}`}>
              {kind === 'over' ? 'Over' : 'Alert'} to {channel}: {messageWords[state]}, {show(at)}
              {error && `. ${error}`}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
