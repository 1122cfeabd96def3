import { useDeferredValue, useState } from 'react';
import { buildCsvAddress, type Row, toNumber, useReport } from '../../api/reports.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { IconDownload } from '../../ui/icons.tsx';
import { RowCards } from '../../ui/row-cards.tsx';
import { RowMark } from '../../ui/row-mark.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { type Sorting, sortRows, Table, type TableColumn } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { adviceFor } from '../../view/narrowed.ts';
import type { Look } from '../../view/use-look.ts';
import { formatCell } from './cell.ts';
import type { PanelFacts, PanelTab } from './panel-facts.ts';
import PanelNotes from './panel-notes.tsx';
import { chosenTab, keyOfRow, panels } from './panels.ts';
import { type RowChanges, useRowChanges } from './row-changes.tsx';

const mostRows = 1000;

/** The whole table of a panel: every column, search, sorting, and the same rows as a file. */
export default function Details({ look }: { look: Look }) {
  const panel = Object.values(panels).find(({ name }) => name === look.view.details) as
    | PanelFacts
    | undefined;
  if (!panel || (panel === panels.revenue && !look.showsRevenue)) return null;
  const tab = chosenTab(panel, look);
  return <DetailsDialog look={look} panel={panel} tab={tab} />;
}

type DetailsDialogProps = { look: Look; panel: PanelFacts; tab: PanelTab };

function DetailsDialog({ look, panel, tab }: DetailsDialogProps) {
  const [search, setSearch] = useState('');
  const question = look.question(tab.path, { ...tab.extra, limit: mostRows });
  const close = () => look.change({ details: undefined }, { replace: true });
  const choose = (name: string) => {
    setSearch('');
    look.change({ tabs: { ...look.view.tabs, [panel.name]: name } }, { replace: true });
  };
  const tools = (
    <>
      <input
        className="input details-search"
        type="search"
        placeholder="Search"
        aria-label={`Search in ${panel.title}`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <a className="button" href={buildCsvAddress(question)} download>
        <IconDownload />
        CSV
      </a>
    </>
  );
  return (
    <Dialog title={panel.title} width="wide" tools={tools} onClose={close}>
      {panel.tabs.length > 1 && (
        <Tabs label={panel.title} tabs={panel.tabs} chosen={tab.name} onChoose={choose} />
      )}
      <div className="details-notes">
        <PanelNotes look={look} tab={tab} inDetails />
      </div>
      <DetailsTable
        key={tab.name}
        look={look}
        tab={tab}
        search={useDeferredValue(search)}
        question={question}
      />
    </Dialog>
  );
}

type DetailsTableProps = {
  look: Look;
  tab: PanelTab;
  search: string;
  question: Parameters<typeof buildCsvAddress>[0];
};

function DetailsTable({ look, tab, search, question }: DetailsTableProps) {
  const { data, error, isPlaceholderData } = useReport<Row>(question);
  const [sorting, setSorting] = useState<Sorting>();
  const isNarrow = useMedia('(max-width: 640px)');
  const { changes } = useRowChanges(look, tab, mostRows);
  if (error) return <ErrorState error={error} />;
  if (!data) return <SkeletonRows rows={10} />;
  const columns = buildColumns(look, tab, changes);
  const isBeside = look.view.versus && changes && data.data.length < mostRows;
  const all = isBeside ? [...data.data, ...changes.listOthers(data.data)] : data.data;
  const wanted = search.trim().toLowerCase();
  const found = all.filter((row) =>
    `${tab.textOf(row)} ${tab.noteOf?.(row) ?? ''}`.toLowerCase().includes(wanted),
  );
  if (found.length === 0) {
    return (
      <EmptyState
        title={wanted ? `Nothing contains “${search}”` : tab.empty.title}
        guide={wanted ? null : tab.empty.guide}
      >
        {wanted ? 'Search for less, or for something else.' : adviceFor(look, tab.empty.advice)}
      </EmptyState>
    );
  }
  const shown = {
    columns,
    rows: sortRows(found, columns, sorting),
    keyOf: (row: Row) => keyOfRow(tab, row),
    sorting: sorting ?? { column: tab.columns[0]?.name ?? '', descending: true },
    onSort: setSorting,
  };
  return (
    <div className={isPlaceholderData ? 'is-stale' : undefined}>
      {isNarrow ? <RowCards {...shown} /> : <Table caption={tab.label} {...shown} />}
      {data.data.length === mostRows && (
        <p className="details-more">The first {mostRows} rows. Narrow them with filters to see others.</p>
      )}
    </div>
  );
}

function buildColumns(look: Look, tab: PanelTab, changes: RowChanges | undefined): TableColumn<Row>[] {
  const { filters } = look.view;
  const first: TableColumn<Row> = {
    name: 'text',
    label: tab.heading,
    sortBy: tab.textOf,
    cell: (row) => {
      const note = tab.noteOf?.(row);
      const mark = tab.markOf?.(row);
      const content = (
        <>
          {mark && <RowMark mark={mark} />} {tab.textOf(row)} {note && <span className="muted">{note}</span>}
        </>
      );
      const { filter } = tab;
      if (!filter) return content;
      return (
        <button
          type="button"
          className="details-row"
          aria-pressed={filter.isOn(filters, row)}
          onClick={() => look.change({ filters: filter.toggle(filters, row), details: undefined })}
        >
          {content}
        </button>
      );
    },
  };
  const numbers = tab.columns.map(
    ({ name, label, kind }): TableColumn<Row> => ({
      name,
      label,
      align: 'end',
      sortBy: (row) => toNumber(row[name]),
      cell: (row) => formatCell(kind, row[name], look.currency),
    }),
  );
  const [main, ...rest] = numbers;
  if (!changes || !main) return [first, ...numbers];
  const { versus } = look.view;
  const kind = tab.columns[0]?.kind ?? 'count';
  const beside: TableColumn<Row> = {
    name: 'versus',
    label: versus?.name ?? '',
    align: 'end',
    sortBy: (row) => changes.before(row) ?? 0,
    cell: (row) => formatCell(kind, changes.before(row) ?? null, look.currency),
  };
  const change: TableColumn<Row> = {
    name: 'change',
    label: 'Change',
    align: 'end',
    sortBy: (row) => toNumber(row[main.name]) - (changes.before(row) ?? 0),
    cell: changes.draw,
  };
  return [first, main, versus ? beside : change, ...rest];
}
