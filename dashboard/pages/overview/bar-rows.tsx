import { Suspense, useState } from 'react';
import { type Row, toNumber, useReport } from '../../api/reports.ts';
import { formatPercent } from '../../format/numbers.ts';
import { lazyPart } from '../../load-code.ts';
import { IconButton } from '../../ui/button.tsx';
import { IconList } from '../../ui/icons.tsx';
import { RowMark } from '../../ui/row-mark.tsx';
import type { Look } from '../../view/use-look.ts';
import { formatCell } from './cell.ts';
import type { PanelColumn, PanelTab } from './panel-facts.ts';
import { keyOfRow } from './panels.ts';
import { mostCompared, putSideBySide, type RowChanges, useRowChanges, wholes } from './row-changes.tsx';

const PropertyDialog = lazyPart(() => import('../../goals/property-dialog.tsx'));

export type BarRowsProps = {
  look: Look;
  tab: PanelTab;
  data: readonly Row[];
  /** How many rows are shown. */
  most: number;
  /** Whether there are no others than these. */
  isWhole: boolean;
};

/** Rows over bars of their first number; a click filters the page by the row, another takes that back. */
export function BarRows({ look, tab, data, most: mostShown, isWhole }: BarRowsProps) {
  const { versus } = look.view;
  const shown = tab.shown.flatMap((name) => tab.columns.find((column) => column.name === name) ?? []);
  // The same number of the others takes the place of a second one.
  const columns = versus ? shown.slice(0, 1) : shown;
  const [main] = columns;
  const [goal, setGoal] = useState<string>();
  const { data: headline, isPlaceholderData } = useReport(look.question('pixel/analytics/headline'));
  const { changes, isFetching } = useRowChanges(look, tab, mostCompared);
  const totals = isPlaceholderData ? undefined : headline?.data[0];
  const rows = versus && changes && isWhole ? putSideBySide(data, main?.name ?? '', changes) : data;
  const most = Math.max(
    1e-9,
    ...rows.slice(0, mostShown).map((row) => Math.abs(toNumber(row[main?.name ?? '']))),
  );
  return (
    <>
      <table className="bars" aria-busy={isFetching}>
        <caption className="unseen">{`${tab.heading}: ${tab.label}`}</caption>
        <thead>
          <tr>
            <th scope="col">{tab.heading}</th>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col" className="bars-number">
                {label}
              </th>
            ))}
            {versus && (
              <th scope="col" className="bars-number bars-versus" title={versus.name}>
                {versus.name}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostShown).map((row) => (
            <BarRow
              key={keyOfRow(tab, row)}
              look={look}
              tab={tab}
              row={row}
              columns={columns}
              onOpen={setGoal}
              totals={totals}
              changes={changes}
              share={Math.abs(toNumber(row[main?.name ?? ''])) / most}
            />
          ))}
        </tbody>
      </table>
      {goal !== undefined && (
        <Suspense fallback={null}>
          <PropertyDialog look={look} goal={goal} onClose={() => setGoal(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** "12.3% of visitors" */
function writeShare(column: PanelColumn | undefined, row: Row, totals: Row | undefined): string {
  const whole = toNumber(totals?.[wholes[column?.name ?? ''] ?? '']);
  if (!column || !(whole > 0)) return '';
  return `${formatPercent((100 * toNumber(row[column.name])) / whole)} of ${column.label.toLowerCase()}`;
}

/** Of a row behind the last that was asked for nothing is known. */
function writeVersus(column: PanelColumn | undefined, value: number | undefined, currency: string): string {
  return column && value !== undefined ? formatCell(column.kind, value, currency) : '';
}

/** What came with a goal is of the page of events. */
const canOpen = ({ hasProperties }: PanelTab, { shared }: Look): boolean =>
  hasProperties === true && (shared === undefined || shared.pages.includes('events'));

type BarRowProps = Pick<BarRowsProps, 'look' | 'tab'> & {
  row: Row;
  columns: readonly PanelColumn[];
  share: number;
  totals: Row | undefined;
  changes: RowChanges | undefined;
  onOpen(text: string): void;
};

function BarRow({ look, tab, row, columns, share, totals, changes, onOpen }: BarRowProps) {
  const { view, change, currency } = look;
  const isOn = tab.filter?.isOn(view.filters, row) ?? false;
  const text = tab.textOf(row);
  const note = tab.noteOf?.(row);
  const part = writeShare(columns[0], row, totals);
  const mark = tab.markOf?.(row);
  const { filter } = tab;
  const opens = canOpen(tab, look);
  const words = (
    <>
      {mark && <RowMark mark={mark} />}
      <span className="bars-text">{text}</span>
      {note && <span className="bars-note">{note}</span>}
    </>
  );
  return (
    <tr className={isOn ? 'bars-on' : undefined}>
      <th scope="row">
        <span className="bars-bar" style={{ width: `${Math.max(0.5, share * 100)}%` }} />
        {filter ? (
          <button
            type="button"
            className={opens ? 'bars-beside' : undefined}
            aria-pressed={isOn}
            title={`${isOn ? 'Stop filtering' : 'Filter'} by ${text}${part && ` (${part})`}`}
            onClick={() => change({ filters: filter.toggle(view.filters, row) })}
          >
            {words}
          </button>
        ) : (
          <span className="bars-plain">{words}</span>
        )}
        {changes && !view.versus && (
          <span className={opens ? 'bars-change bars-change-beside' : 'bars-change'}>
            {changes.draw(row)}
          </span>
        )}
        {opens && (
          <IconButton
            className="bars-open"
            icon={IconList}
            label={`Properties of ${text}`}
            onClick={() => onOpen(text)}
          />
        )}
      </th>
      {columns.map(({ name, kind }, index) => (
        <td
          key={name}
          className={index === 0 ? 'bars-number' : 'bars-number bars-more'}
          data-column={name}
          data-share={index === 0 && part ? part : undefined}
          data-exact={String(row[name])}
        >
          {formatCell(kind, row[name], currency)}
        </td>
      ))}
      {view.versus && (
        <td className="bars-number" data-versus={changes?.before(row)}>
          {writeVersus(columns[0], changes?.before(row), currency)}
        </td>
      )}
    </tr>
  );
}
