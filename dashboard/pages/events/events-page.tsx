/** Everything that was recorded by name, and what came with one of them. */
import { Link } from 'wouter';
import { useReport } from '../../api/reports.ts';
import { Toolbar } from '../../controls/toolbar.tsx';
import { formatAgo, formatInstant } from '../../format/dates.ts';
import { formatCount } from '../../format/numbers.ts';
import PropertyDialog from '../../goals/property-dialog.tsx';
import { canWrite, useWebsite } from '../../shell/place.tsx';
import { Answered } from '../../ui/answered.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { adviceFor } from '../../view/narrowed.ts';
import { type Look, useLook } from '../../view/use-look.ts';

export type EventRow = {
  name: string;
  type: 'pageview' | 'custom' | 'automatic' | 'goal' | 'payment';
  events: string;
  visitors: string;
  properties: string[];
  first_seen: string;
  last_seen: string;
};

const types: Record<EventRow['type'], string> = {
  pageview: 'Pageview',
  custom: 'Custom event',
  automatic: 'Captured by the script',
  goal: 'Goal',
  payment: 'Payment',
};

const mostRows = 1000;

const hasBreakdown = ({ type }: EventRow): boolean => type === 'custom' || type === 'goal';

export default function EventsPage() {
  const look = useLook();
  const asked = useReport<EventRow>(look.question('pixel/metrics/events_catalog', { limit: mostRows }));
  const { details } = look.view;
  return (
    <div className="page">
      <Toolbar look={look} compares={false} currencies={false} />
      <PageHead title="Events">
        Everything your pages and servers sent in this period, by name. Open a goal or an event to see its
        properties.
      </PageHead>
      <Answered
        asked={asked}
        framed
        empty={{
          title: 'Nothing was recorded in this period',
          advice: adviceFor(look, 'Choose more days, or check under Tracking health that visits arrive.'),
          guide: 'goals',
        }}
      >
        {(rows) => <Catalogue look={look} rows={rows} />}
      </Answered>
      {details !== undefined && (
        <PropertyDialog
          key={details}
          look={look}
          goal={details}
          onClose={() => look.change({ details: undefined }, { replace: true })}
        />
      )}
    </div>
  );
}

const isAutomatic = ({ type }: EventRow): boolean => type === 'automatic';

/** What was sent on purpose, and apart from it what the script captures by itself, which is no conversion. */
function Catalogue({ look, rows }: { look: Look; rows: readonly EventRow[] }) {
  const sent = rows.filter((row) => !isAutomatic(row));
  const captured = rows.filter(isAutomatic);
  return (
    <div className="events">
      {sent.length > 0 && (
        <section className="surface card" aria-label="Events">
          <EventTable look={look} label="Events by name" rows={sent} />
        </section>
      )}
      {captured.length > 0 && (
        <section className="surface card" aria-label="Captured by the script">
          <header className="card-head">
            <h2>Captured by the script</h2>
            <CapturedNote />
          </header>
          <EventTable look={look} label="Events that the script captured" rows={captured} />
        </section>
      )}
      {rows.length === mostRows && (
        <p className="card-note">The 1,000 most frequent names. Filter to see others.</p>
      )}
    </div>
  );
}

function CapturedNote() {
  const place = useWebsite();
  return (
    <span className="card-note">
      Links to other websites, downloads and forms. They are no conversions
      {canWrite(place) && !place.shared ? (
        <>
          {' '}
          until you <Link href={`/w/${place.workspace.id}/settings/goals`}>make one a goal</Link>
        </>
      ) : null}
      .
    </span>
  );
}

type EventTableProps = { look: Look; label: string; rows: readonly EventRow[] };

function EventTable({ look, label, rows }: EventTableProps) {
  return (
    <Scroll label={label}>
      <Table
        caption={label}
        rows={rows}
        keyOf={({ name, type }) => `${type} ${name}`}
        columns={buildColumns(look)}
      />
    </Scroll>
  );
}

function buildColumns(look: Look): TableColumn<EventRow>[] {
  const count = (name: 'events' | 'visitors', label: string): TableColumn<EventRow> => ({
    name,
    label,
    align: 'end',
    cell: (row) => <span data-exact={row[name]}>{formatCount(Number(row[name]))}</span>,
  });
  return [
    { name: 'name', label: 'Name', cell: (row) => <EventName look={look} row={row} /> },
    {
      name: 'type',
      label: 'Type',
      cell: ({ type }) => <span className={`tag tag-${type}`}>{types[type]}</span>,
    },
    count('events', 'Events'),
    count('visitors', 'Visitors'),
    { name: 'properties', label: 'Properties', cell: ({ properties }) => <Properties names={properties} /> },
    {
      name: 'last_seen',
      label: 'Last seen',
      align: 'end',
      cell: ({ last_seen }) => (
        <time className="event-when" dateTime={last_seen} title={formatInstant(last_seen, look.zone)}>
          {formatAgo(last_seen)}
        </time>
      ),
    },
  ];
}

function EventName({ look, row }: { look: Look; row: EventRow }) {
  if (row.type === 'automatic') return <span data-event={row.name}>{row.name}</span>;
  if (!hasBreakdown(row)) return <span data-event={row.name}>{types[row.type]}</span>;
  return (
    <button
      type="button"
      className="event-name"
      data-event={row.name}
      onClick={() => look.change({ details: row.name })}
    >
      {row.name}
    </button>
  );
}

const mostShown = 6;

function Properties({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="muted">none</span>;
  return (
    <span className="event-properties" title={names.join(', ')}>
      {names.slice(0, mostShown).map((name) => (
        <code key={name}>{name}</code>
      ))}
      {names.length > mostShown && <span className="muted">{`+${names.length - mostShown}`}</span>}
    </span>
  );
}
