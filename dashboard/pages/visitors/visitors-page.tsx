/** Everybody who came, converted or paid in these days, one row a person, and from here what each of them did. */
import { useDeferredValue, useState } from 'react';
import { useReport } from '../../api/reports.ts';
import { Toolbar } from '../../controls/toolbar.tsx';
import { Answered } from '../../ui/answered.tsx';
import { CsvLink } from '../../ui/csv-link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import type { Sorting } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { adviceFor } from '../../view/narrowed.ts';
import { type Look, useLook } from '../../view/use-look.ts';
import { PeopleTable, type PersonRow } from './people-table.tsx';

const path = 'pixel/analytics/people';
const rowsOfPage = 50;
const rowsOfFile = 50_000;

const groups = { all: 'All', identified: 'Identified', customers: 'Customers' } as const;
type Group = keyof typeof groups;

const listGroups = ({ showsRevenue }: Look): Group[] =>
  showsRevenue ? ['all', 'identified', 'customers'] : ['all', 'identified'];

const chosenGroup = (look: Look): Group =>
  listGroups(look).find((name) => name === look.view.tabs.people) ?? 'all';

export default function VisitorsPage() {
  const look = useLook();
  const [typed, setTyped] = useState('');
  const [sorting, setSorting] = useState<Sorting>({ column: 'last_seen', descending: true });
  const who = chosenGroup(look);
  const search = useDeferredValue(typed.trim());
  const chosen = {
    who,
    sort: sorting.column,
    direction: sorting.descending ? 'desc' : 'asc',
    search: search || undefined,
  };
  const choose = (name: Group) => {
    const { people: _before, ...others } = look.view.tabs;
    look.change({ tabs: name === 'all' ? others : { ...others, people: name } }, { replace: true });
  };
  return (
    <div className="page">
      <Toolbar look={look} compares={false} />
      <PageHead
        title="Visitors"
        tools={<CsvLink question={look.question(path, { ...chosen, limit: rowsOfFile })} />}
      >
        Everybody who came, converted or paid in these days. Somebody known by the same ID on several devices
        is one person. Names are made up where none was sent.
      </PageHead>
      <section className="surface card" aria-label="Visitors">
        <header className="people-head">
          <Tabs
            label="Which visitors"
            tabs={listGroups(look).map((name) => ({ name, label: groups[name] }))}
            chosen={who}
            onChoose={choose}
          />
          <input
            className="input people-search"
            type="search"
            placeholder="Name, email or ID"
            aria-label="Search visitors by name, email or ID"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </header>
        <People
          // Another question begins on its first page.
          key={JSON.stringify([look.view.filters, look.range, chosen])}
          look={look}
          chosen={chosen}
          sorting={sorting}
          onSort={setSorting}
        />
      </section>
    </div>
  );
}

type PeopleProps = {
  look: Look;
  chosen: Readonly<Record<string, string | undefined>>;
  sorting: Sorting;
  onSort(sorting: Sorting): void;
};

function People({ look, chosen, sorting, onSort }: PeopleProps) {
  const [first, setFirst] = useState(1);
  const asked = useReport<PersonRow>(look.question(path, { ...chosen, first_row: first, limit: rowsOfPage }));
  const total = Number(asked.data?.data[0]?.total ?? 0);
  const isSearched = chosen.search !== undefined;
  return (
    <>
      <Answered
        asked={asked}
        rows={12}
        empty={{
          title: isSearched ? 'Nobody is called so' : 'Nobody in these days',
          advice: isSearched
            ? 'Names, email addresses and IDs that were sent are searched, and not the made-up names.'
            : adviceFor(look, 'Choose more days, or check under Tracking health that visits arrive.'),
          guide: 'identity',
        }}
      >
        {(rows) => <PeopleTable look={look} rows={rows} sorting={sorting} onSort={onSort} />}
      </Answered>
      <Pager first={first} size={rowsOfPage} total={total} nouns={['person', 'people']} onMove={setFirst} />
      {total > rowsOfFile && (
        <p className="card-note">The file has the first 50,000. Filter to get the others.</p>
      )}
    </>
  );
}
