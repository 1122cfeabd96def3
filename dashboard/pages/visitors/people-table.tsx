import { Link } from 'wouter';
import { formatAgo, formatInstant } from '../../format/dates.ts';
import { formatCountry, formatDevice, formatSource } from '../../format/names.ts';
import { formatCount, formatMoney } from '../../format/numbers.ts';
import { Avatar } from '../../people/avatar.tsx';
import { findOwnName } from '../../people/own-name.ts';
import { nameVisitor } from '../../people/visitor-name.ts';
import { useWebsite } from '../../shell/place.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { type Sorting, Table, type TableColumn } from '../../ui/table.tsx';
import type { Look } from '../../view/use-look.ts';
import { buildSharedSearch } from '../../view/view.ts';

/** A row of the people report. */
export type PersonRow = {
  visitor_id: string;
  identified: boolean;
  traits: Record<string, unknown>;
  first_seen: string;
  last_seen: string;
  sessions: string;
  pageviews: string;
  conversions: string;
  /** Missing where a share link hides it. */
  revenue?: number;
  country: string;
  device: string;
  browser: string;
  channel: string;
  source: string;
  total: string;
};

export type PeopleTableProps = {
  look: Look;
  rows: readonly PersonRow[];
  sorting: Sorting;
  onSort(sorting: Sorting): void;
};

export function PeopleTable({ look, rows, sorting, onSort }: PeopleTableProps) {
  const { home } = useWebsite();
  const search = buildSharedSearch(look.view);
  const addressOf = (id: string) => `${home}/visitors/${encodeURIComponent(id)}${search && `?${search}`}`;
  return (
    <Scroll label="Visitors, one row each">
      <Table
        caption="Visitors"
        rows={rows}
        keyOf={({ visitor_id }) => visitor_id}
        columns={[
          {
            name: 'person',
            label: 'Visitor',
            cell: (row) => <Person row={row} address={addressOf(row.visitor_id)} />,
          },
          {
            name: 'source',
            label: 'Last source',
            cell: ({ source, channel }) => formatSource(source, channel),
          },
          { name: 'country', label: 'Country', cell: ({ country }) => formatCountry(country) },
          instant(look, 'first_seen', 'First seen'),
          instant(look, 'last_seen', 'Last seen'),
          count('sessions', 'Sessions'),
          count('pageviews', 'Pageviews'),
          count('conversions', 'Conversions'),
          ...(look.showsRevenue ? [revenue(look)] : []),
        ]}
        sorting={sorting}
        onSort={onSort}
      />
    </Scroll>
  );
}

function Person({ row, address }: { row: PersonRow; address: string }) {
  const { visitor_id, traits, device, browser } = row;
  const ownName = findOwnName(traits);
  const known = [formatDevice(device), browser].filter((each) => !/^unknown$/i.test(each));
  return (
    <Link className="person" data-visitor={visitor_id} href={address}>
      <Avatar visitorId={visitor_id} ownName={ownName} />
      <span className="visit-two">
        <span className="visit-name">{ownName ?? nameVisitor(visitor_id).text}</span>
        <span className="visit-sub">{known.join(' · ') || 'Unknown device'}</span>
      </span>
    </Link>
  );
}

type Column = TableColumn<PersonRow>;

const count = (name: 'sessions' | 'pageviews' | 'conversions', label: string): Column => ({
  name,
  label,
  align: 'end',
  sortBy: (row) => Number(row[name]),
  cell: (row) => <span data-exact={row[name]}>{formatCount(Number(row[name]))}</span>,
});

const instant = ({ zone }: Look, name: 'first_seen' | 'last_seen', label: string): Column => ({
  name,
  label,
  align: 'end',
  sortBy: (row) => row[name],
  cell: (row) => (
    <time dateTime={row[name]} title={formatInstant(row[name], zone)}>
      {formatAgo(row[name])}
    </time>
  ),
});

const revenue = ({ currency }: Look): Column => ({
  name: 'revenue',
  label: 'Revenue',
  align: 'end',
  sortBy: (row) => row.revenue ?? 0,
  cell: (row) => <span data-exact={row.revenue}>{formatMoney(row.revenue ?? 0, currency)}</span>,
});
