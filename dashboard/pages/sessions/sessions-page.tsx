/** Every session of the days, newest first; one of them in all its steps. */
import { useState } from 'react';
import { useReport } from '../../api/reports.ts';
import { Toolbar } from '../../controls/toolbar.tsx';
import { type Session, sessionsReport } from '../../people/session.ts';
import { SessionMeasure, SessionRow } from '../../people/session-row.tsx';
import { Answered } from '../../ui/answered.tsx';
import { CsvLink } from '../../ui/csv-link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { adviceFor } from '../../view/narrowed.ts';
import { type Look, useLook } from '../../view/use-look.ts';
import { SessionDetails } from './session-details.tsx';
import { useOwnNames } from './use-own-names.ts';

const rowsOfPage = 50;
/** The API answers no more at once. */
const mostRows = 1000;
const rowsOfFile = 50_000;

export default function SessionsPage() {
  const look = useLook();
  return (
    <div className="page">
      <Toolbar look={look} compares={false} currencies={false} />
      <PageHead
        title="Sessions"
        tools={<CsvLink question={look.question(sessionsReport, { limit: rowsOfFile })} />}
      >
        Visits that began in these days, newest first. Open one to see its steps.
      </PageHead>
      <section className="surface card" aria-label="Sessions">
        {/* Another question begins on its first page. */}
        <Sessions key={JSON.stringify([look.view.filters, look.range])} look={look} />
      </section>
    </div>
  );
}

function Sessions({ look }: { look: Look }) {
  const [first, setFirst] = useState(1);
  const asked = useReport<Session>(look.question(sessionsReport, { first_row: first, limit: rowsOfPage }));
  const headline = useReport<{ sessions: string }>(look.question('pixel/analytics/headline'));
  const total = Number(headline.data?.data[0]?.sessions ?? 0);
  const chosen = useChosen(look, asked.data?.data);
  const names = useOwnNames(look);
  return (
    <>
      <Answered
        asked={asked}
        rows={12}
        empty={{
          title: 'No sessions in these days',
          advice: adviceFor(look, 'Choose more days, or check under Tracking health that visits arrive.'),
          guide: 'tracking',
        }}
      >
        {(sessions) => <SessionList look={look} sessions={sessions} names={names} />}
      </Answered>
      <Pager
        first={first}
        size={rowsOfPage}
        total={total}
        nouns={['session', 'sessions']}
        onMove={setFirst}
      />
      {total > rowsOfFile && (
        <p className="card-note">The file has the latest 50,000. Choose fewer days to get the others.</p>
      )}
      {chosen && <SessionDetails look={look} session={chosen} ownName={names.get(chosen.visitor_id)} />}
    </>
  );
}

/** A session in an address that was sent along may lie further back than the rows that show. */
function useChosen(look: Look, shown: readonly Session[] | undefined): Session | undefined {
  const { details } = look.view;
  const isChosen = ({ session_id }: Session) => session_id === details;
  const isElsewhere = details !== undefined && shown !== undefined && !shown.some(isChosen);
  const more = useReport<Session>(
    isElsewhere ? look.question(sessionsReport, { limit: mostRows }) : undefined,
  );
  return [...(shown ?? []), ...(more.data?.data ?? [])].find(isChosen);
}

type SessionListProps = { look: Look; sessions: readonly Session[]; names: ReadonlyMap<string, string> };

function SessionList({ look, sessions, names }: SessionListProps) {
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
            <SessionRow
              session={session}
              zone={look.zone}
              ownName={names.get(session.visitor_id)}
              measure={<SessionMeasure session={session} />}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
