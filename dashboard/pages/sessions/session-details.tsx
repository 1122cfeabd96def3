import { Link } from 'wouter';
import { useReport } from '../../api/reports.ts';
import { formatInstant } from '../../format/dates.ts';
import { formatCountry, formatDevice } from '../../format/names.ts';
import { formatCount, formatSeconds } from '../../format/numbers.ts';
import { Facts } from '../../people/facts.tsx';
import type { Session } from '../../people/session.ts';
import { StepList } from '../../people/step-list.tsx';
import { type TimelineRow, timelineReport } from '../../people/timeline-row.ts';
import { nameVisitor } from '../../people/visitor-name.ts';
import { canOpen, useWebsite } from '../../shell/place.tsx';
import { Answered } from '../../ui/answered.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { addDays, dayIn } from '../../view/day.ts';
import type { Look } from '../../view/use-look.ts';
import { buildSharedSearch } from '../../view/view.ts';
import { withoutFilters } from '../../view/without-filters.ts';

export type SessionDetailsProps = { look: Look; session: Session; ownName: string | undefined };

/** One session: where it came from, and each of its steps in their order. */
export function SessionDetails({ look, session, ownName }: SessionDetailsProps) {
  const place = useWebsite();
  const { zone } = look;
  const visitor = encodeURIComponent(session.visitor_id);
  const search = buildSharedSearch(look.view);
  const close = () => look.change({ details: undefined }, { replace: true });
  return (
    <Dialog
      title={`Session of ${ownName ?? nameVisitor(session.visitor_id).text}`}
      width="wide"
      onClose={close}
      footer={
        canOpen(place, 'visitors') && (
          <Link className="button" href={`${place.home}/visitors/${visitor}${search && `?${search}`}`}>
            Everything of this visitor
          </Link>
        )
      }
    >
      <div className="session-details">
        <Facts
          facts={[
            ['Began', formatInstant(session.started_at, zone)],
            ['Lasted', formatSeconds(session.duration_seconds)],
            ['Pages', formatCount(Number(session.pageviews))],
            ['Custom events', formatCount(Number(session.events))],
            ['Channel', session.channel],
            ['Referrer', session.referrer === '(direct)' ? '' : session.referrer],
            ['Country', formatCountry(session.country)],
            ['Device', formatDevice(session.device)],
            ['Browser', session.browser],
            ['System', session.os],
          ]}
        />
        <SessionSteps look={look} session={session} />
      </div>
    </Dialog>
  );
}

/** The timeline knows visitors, so the session is picked from the days around it. */
function SessionSteps({ look, session }: { look: Look; session: Session }) {
  const day = dayIn(look.zone, Date.parse(session.started_at));
  const range = { from: day, to: addDays(day, 1) };
  const asked = useReport<TimelineRow>(
    withoutFilters(look.questionOver(range, timelineReport, { visitor_id: session.visitor_id, limit: 1000 })),
  );
  return (
    <Answered
      asked={asked}
      rows={6}
      empty={{ title: 'No steps', advice: 'Its records were deleted.', guide: 'privacy' }}
    >
      {(rows) => (
        <StepList
          rows={rows.filter(({ session_id }) => session_id === session.session_id).toReversed()}
          zone={look.zone}
        />
      )}
    </Answered>
  );
}
