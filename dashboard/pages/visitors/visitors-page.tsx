/** Who was here lately, and from here what each of them did. */
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useReport } from '../../api/reports.ts';
import { Toolbar } from '../../controls/toolbar.tsx';
import { formatCount } from '../../format/numbers.ts';
import { type Session, sessionsReport } from '../../people/session.ts';
import { SessionRow } from '../../people/session-row.tsx';
import { useWebsite } from '../../shell/place.tsx';
import { Answered } from '../../ui/answered.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { adviceFor } from '../../view/narrowed.ts';
import { useLook } from '../../view/use-look.ts';
import { buildSharedSearch } from '../../view/view.ts';

const sessionsRead = 500;
const stepOfVisitors = 50;

type Visitor = { latest: Session; sessions: number };

export default function VisitorsPage() {
  const look = useLook();
  const asked = useReport<Session>(look.question(sessionsReport, { limit: sessionsRead }));
  const isCut = asked.data?.data.length === sessionsRead;
  return (
    <div className="page">
      <Toolbar look={look} compares={false} />
      <PageHead title="Visitors">
        {isCut
          ? `Who came in the latest ${formatCount(sessionsRead)} sessions of these days. Names are made up from the visitors’ IDs.`
          : 'Who came in these days, latest first. Names are made up from the visitors’ IDs.'}
      </PageHead>
      <section className="surface card" aria-label="Visitors">
        <Answered
          asked={asked}
          rows={12}
          empty={{
            title: 'No visitors in these days',
            advice: adviceFor(look, 'Choose more days, or check under Tracking health that visits arrive.'),
            guide: 'tracking',
          }}
        >
          {(sessions) => (
            <VisitorList
              sessions={sessions}
              isCut={isCut}
              zone={look.zone}
              search={buildSharedSearch(look.view)}
            />
          )}
        </Answered>
      </section>
    </div>
  );
}

type VisitorListProps = {
  sessions: readonly Session[];
  /** There are more sessions than these, so that nobody's can be counted. */
  isCut: boolean;
  zone: string;
  search: string;
};

function VisitorList({ sessions, isCut, zone, search }: VisitorListProps) {
  const { home } = useWebsite();
  const [shown, setShown] = useState(stepOfVisitors);
  const visitors = useMemo(() => groupByVisitor(sessions), [sessions]);
  return (
    <>
      <ul className="visits">
        {visitors.slice(0, shown).map(({ latest, sessions: count }) => (
          <li key={latest.visitor_id}>
            <Link
              className="visit"
              data-visitor={latest.visitor_id}
              href={`${home}/visitors/${encodeURIComponent(latest.visitor_id)}${search && `?${search}`}`}
            >
              <SessionRow
                session={latest}
                zone={zone}
                measure={
                  !isCut && <span>{`${formatCount(count)} ${count === 1 ? 'session' : 'sessions'}`}</span>
                }
              />
            </Link>
          </li>
        ))}
      </ul>
      {visitors.length > shown && (
        <div className="visits-more">
          <button type="button" className="button" onClick={() => setShown(shown + stepOfVisitors)}>
            Show more
          </button>
        </div>
      )}
    </>
  );
}

/** Sessions come newest first, so a visitor's first one is the latest. */
function groupByVisitor(sessions: readonly Session[]): Visitor[] {
  const visitors = new Map<string, Visitor>();
  for (const session of sessions) {
    const known = visitors.get(session.visitor_id);
    if (known) known.sessions++;
    else visitors.set(session.visitor_id, { latest: session, sessions: 1 });
  }
  return [...visitors.values()];
}
