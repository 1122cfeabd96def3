import type { ReactNode } from 'react';
import { formatAgo, formatInstant } from '../format/dates.ts';
import { formatCount, formatSeconds } from '../format/numbers.ts';
import { Avatar } from './avatar.tsx';
import { describeClient, describeSource, type Session } from './session.ts';
import { nameVisitor } from './visitor-name.ts';

/** What a row of a visit says; the page decides what a click on it does, and what the fourth column counts. */
export function SessionRow({ session, zone, ownName, measure }: SessionRowProps) {
  const { visitor_id, started_at, entry_page, exit_page, channel } = session;
  return (
    <>
      <span className="visit-who">
        <Avatar visitorId={visitor_id} ownName={ownName} />
        <span className="visit-two">
          <span className="visit-name">{ownName ?? nameVisitor(visitor_id).text}</span>
          <span className="visit-sub">{describeClient(session)}</span>
        </span>
      </span>
      <span className="visit-two visit-source">
        <span>{describeSource(session)}</span>
        {describeSource(session) !== channel && <span className="visit-sub">{channel}</span>}
      </span>
      <span className="visit-two visit-path">
        <span>{entry_page ?? 'No page'}</span>
        {exit_page !== entry_page && <span className="visit-sub">{`to ${exit_page}`}</span>}
      </span>
      <span className="visit-two visit-end">{measure}</span>
      <time
        className="visit-sub visit-end visit-when"
        dateTime={started_at}
        title={formatInstant(started_at, zone)}
      >
        {formatAgo(started_at)}
      </time>
    </>
  );
}

export type SessionRowProps = {
  session: Session;
  zone: string;
  /** Undefined where they have none but the one that is made up. */
  ownName: string | undefined;
  measure: ReactNode;
};

export function SessionMeasure({
  session: { pageviews, duration_seconds, is_bounce },
}: {
  session: Session;
}) {
  const count = Number(pageviews);
  return (
    <>
      <span data-exact={pageviews}>{`${formatCount(count)} ${count === 1 ? 'page' : 'pages'}`}</span>
      <span className="visit-sub">{is_bounce ? 'Bounced' : formatSeconds(duration_seconds)}</span>
    </>
  );
}
