/** Every session of the days, newest first; one of them in all its steps. */
import { useState } from 'react';
import { useReport } from '../../api/reports.ts';
import { Toolbar } from '../../controls/toolbar.tsx';
import { formatCount } from '../../format/numbers.ts';
import { type Session, sessionsReport } from '../../people/session.ts';
import { SessionMeasure, SessionRow } from '../../people/session-row.tsx';
import { Answered } from '../../ui/answered.tsx';
import { Button } from '../../ui/button.tsx';
import { CsvLink } from '../../ui/csv-link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { adviceFor } from '../../view/narrowed.ts';
import { type Look, useLook } from '../../view/use-look.ts';
import { SessionDetails } from './session-details.tsx';

const firstRows = 50;
/** The API answers no more at once. */
const mostRows = 1000;

export default function SessionsPage() {
  const look = useLook();
  const [wanted, setLimit] = useState(firstRows);
  const [seeks, setSeeks] = useState(false);
  const limit = seeks ? mostRows : wanted;
  const asked = useReport<Session>(look.question(sessionsReport, { limit }));
  const found = asked.data?.data.length ?? 0;
  const { details } = look.view;
  const chosen = asked.data?.data.find(({ session_id }) => session_id === details);
  // A session in an address that was sent along may lie further back than the rows that show at first.
  if (details !== undefined && !chosen && !seeks && found === limit && !asked.isPlaceholderData)
    setSeeks(true);
  return (
    <div className="page">
      <Toolbar look={look} compares={false} />
      <PageHead
        title="Sessions"
        tools={<CsvLink question={look.question(sessionsReport, { limit: mostRows })} />}
      >
        Visits that began in these days, newest first. Open one to see its steps.
      </PageHead>
      <section className="surface card" aria-label="Sessions">
        <Answered
          asked={asked}
          rows={12}
          empty={{
            title: 'No sessions in these days',
            advice: adviceFor(look, 'Choose more days, or check under Tracking health that visits arrive.'),
            guide: 'tracking',
          }}
        >
          {(sessions) => <SessionList look={look} sessions={sessions} />}
        </Answered>
        <MoreRows found={found} limit={limit} onMore={() => setLimit(limit === firstRows ? 250 : mostRows)} />
      </section>
      {chosen && <SessionDetails look={look} session={chosen} />}
    </div>
  );
}

function SessionList({ look, sessions }: { look: Look; sessions: readonly Session[] }) {
  return (
    <ul className="visits">
      {sessions.map((session) => (
        <li key={session.session_id}>
          <button
            type="button"
            className="visit"
            data-session={session.session_id}
            onClick={() => look.change({ details: session.session_id })}
          >
            <SessionRow session={session} zone={look.zone} measure={<SessionMeasure session={session} />} />
          </button>
        </li>
      ))}
    </ul>
  );
}

type MoreRowsProps = { found: number; limit: number; onMore(): void };

function MoreRows({ found, limit, onMore }: MoreRowsProps) {
  if (found < limit) return null;
  if (limit >= mostRows) {
    return (
      <p className="card-note visits-more">
        {`The latest ${formatCount(mostRows)}. Choose fewer days, or filter, to see others.`}
      </p>
    );
  }
  return (
    <div className="visits-more">
      <Button onClick={onMore}>Show more</Button>
    </div>
  );
}
