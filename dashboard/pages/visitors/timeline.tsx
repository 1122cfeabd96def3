import { useReport } from '../../api/reports.ts';
import { formatDate } from '../../format/dates.ts';
import { formatCount } from '../../format/numbers.ts';
import { StepList } from '../../people/step-list.tsx';
import { type TimelineRow, timelineReport } from '../../people/timeline-row.ts';
import { Answered } from '../../ui/answered.tsx';
import type { Look } from '../../view/use-look.ts';
import { withoutFilters } from '../../view/without-filters.ts';

const mostRows = 1000;

/** Everything a visitor did, newest first, a part for each session. */
export function Timeline({ look, visitorId }: { look: Look; visitorId: string }) {
  const asked = useReport<TimelineRow>(
    withoutFilters(look.question(timelineReport, { visitor_id: visitorId, limit: mostRows })),
  );
  const count = asked.data?.data.length ?? 0;
  return (
    <section className="surface card timeline" aria-label="Timeline">
      <header className="card-head">
        <h2>Timeline</h2>
        {count > 0 && <span className="card-note">{`${formatCount(count)} steps, newest first`}</span>}
      </header>
      <Answered
        asked={asked}
        empty={{ title: 'No steps in these days', advice: 'Choose more days.', guide: 'identity' }}
      >
        {(rows) => (
          <>
            {groupBySession(rows).map(({ key, rows: steps }) => (
              <section key={key} className="timeline-part">
                <h3>{formatDate(steps[0]?.ts ?? '', look.zone)}</h3>
                <StepList rows={steps} zone={look.zone} />
              </section>
            ))}
            {rows.length === mostRows && (
              <p className="card-note">{`The latest ${formatCount(mostRows)}. Choose fewer days to see others.`}</p>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

type Part = { key: string; rows: TimelineRow[] };

/** Neighbours of one session; a payment in between that belongs to none begins a part of its own. */
function groupBySession(rows: readonly TimelineRow[]): Part[] {
  const parts: Part[] = [];
  let before: string | null | undefined;
  for (const row of rows) {
    if (row.session_id !== before || parts.length === 0) parts.push({ key: String(parts.length), rows: [] });
    parts.at(-1)?.rows.push(row);
    before = row.session_id;
  }
  return parts;
}
