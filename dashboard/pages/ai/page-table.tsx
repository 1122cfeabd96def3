import { useState } from 'react';
import { Link } from 'wouter';
import { useReport } from '../../api/reports.ts';
import { formatAgo, formatInstant } from '../../format/dates.ts';
import { formatCount } from '../../format/numbers.ts';
import { canOpen, useWebsite } from '../../shell/place.tsx';
import { Answered } from '../../ui/answered.tsx';
import { CsvLink } from '../../ui/csv-link.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { withFilter } from '../../view/filters.ts';
import type { Look } from '../../view/use-look.ts';
import { buildSharedSearch } from '../../view/view.ts';
import { OperatorButton } from './operator-button.tsx';
import { purposes } from './operators.ts';

type PageRow = {
  path: string;
  operator: string;
  crawls: string;
  training_crawls: string;
  search_crawls: string;
  agent_requests: string;
  last_crawl: string;
  total: string;
};

const report = 'pixel/analytics/crawled-pages';
const rowsOfPage = 20;
const rowsOfFile = 50_000;
const title = 'Pages that they fetched';

const choices = [
  { name: 'all', label: 'All' },
  ...purposes.map(({ purpose, label }) => ({ name: purpose, label })),
];

/** Which pages, by whom and why; one leads to what people did there. */
export function PageTable({ look }: { look: Look }) {
  const { tabs, filters } = look.view;
  const purpose = choices.find(({ name }) => name === tabs.purpose)?.name ?? 'all';
  const choose = (name: string) => {
    const { purpose: _before, ...others } = tabs;
    look.change({ tabs: name === 'all' ? others : { ...others, purpose: name } }, { replace: true });
  };
  return (
    <section className="surface card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
        <Tabs label="Why they were fetched" tabs={choices} chosen={purpose} onChoose={choose} />
        <CsvLink question={look.question(report, { purpose, limit: rowsOfFile })} />
      </header>
      <Pages
        // Another question begins on its first page.
        key={JSON.stringify([filters, look.range, purpose])}
        look={look}
        purpose={purpose}
      />
    </section>
  );
}

function Pages({ look, purpose }: { look: Look; purpose: string }) {
  const [first, setFirst] = useState(1);
  const asked = useReport<PageRow>(look.question(report, { purpose, first_row: first, limit: rowsOfPage }));
  const total = Number(asked.data?.data[0]?.total ?? 0);
  return (
    <>
      <Answered
        asked={asked}
        empty={{
          title: purpose === 'all' ? 'Nothing was reported' : 'Nothing was fetched for this',
          advice: 'Crawlers run no script: your server reports what they fetch.',
          guide: 'server-side',
        }}
      >
        {(rows) => (
          <Scroll label="Fetched pages by operator and purpose">
            <Table
              caption={title}
              rows={rows}
              keyOf={({ path, operator }) => `${operator}\n${path}`}
              columns={buildColumns(look)}
            />
          </Scroll>
        )}
      </Answered>
      <Pager first={first} size={rowsOfPage} total={total} nouns={['row', 'rows']} onMove={setFirst} />
    </>
  );
}

function buildColumns(look: Look): TableColumn<PageRow>[] {
  const count = (
    name: 'crawls' | (typeof purposes)[number]['name'],
    label: string,
  ): TableColumn<PageRow> => ({
    name,
    label,
    align: 'end',
    cell: (row) => <span data-exact={row[name]}>{formatCount(Number(row[name]))}</span>,
  });
  return [
    { name: 'path', label: 'Page', cell: ({ path }) => <PageLink look={look} path={path} /> },
    count('crawls', 'Fetched'),
    {
      name: 'operator',
      label: 'Operator',
      cell: ({ operator }) => <OperatorButton look={look} operator={operator} />,
    },
    ...purposes.map(({ name, label }) => count(name, label)),
    {
      name: 'last',
      label: 'Last',
      align: 'end',
      cell: ({ last_crawl }) => (
        <time dateTime={last_crawl} title={formatInstant(last_crawl, look.zone)}>
          {formatAgo(last_crawl)}
        </time>
      ),
    },
  ];
}

/** To the people who saw it; a share link may not show them. */
function PageLink({ look: { view }, path }: { look: Look; path: string }) {
  const place = useWebsite();
  if (!canOpen(place, 'overview')) return path;
  const filters = withFilter(view.filters, 'page', { operator: 'is', values: [path] });
  return (
    <Link
      className="ai-choice"
      href={`${place.home}?${buildSharedSearch({ ...view, filters })}`}
      title={`${path}: people who saw it`}
    >
      {path}
    </Link>
  );
}
