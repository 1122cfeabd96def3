import type { Cell, Row } from '../../api/reports.ts';
import type { Guided } from '../../ui/guide-link.tsx';
import type { Mark } from '../../ui/row-mark.tsx';
import { type FilterName, type Filters, hasValue, toggleValue } from '../../view/filters.ts';

export type ColumnKind = 'count' | 'percent' | 'seconds' | 'money';

export type PanelColumn = { name: string; label: string; kind: ColumnKind };

/** One report as a list of rows: what a row is called, its numbers, and how it filters the page. */
export type PanelTab = {
  name: string;
  label: string;
  /** As after /api/v1/. */
  path: string;
  extra?: Readonly<Record<string, string>>;
  /** Heading of the rows. */
  heading: string;
  textOf(row: Row): string;
  /** What stands before the text. */
  markOf?(row: Row): Mark;
  /** A second, quieter text. */
  noteOf?(row: Row): string;
  /** The first is the one that the bars show. */
  columns: readonly PanelColumn[];
  /** Beside the bars; the others are in the details. */
  shown: readonly string[];
  filter?: RowFilter;
  /** Whether properties came with the rows. */
  hasProperties?: true;
  /** What notes are to be made about. */
  about?: 'pages' | 'channels' | 'referrers';
  empty: { title: string; advice: string; guide: Guided };
};

export type RowFilter = {
  toggle(filters: Filters, row: Row): Filters;
  isOn(filters: Filters, row: Row): boolean;
};

export type PanelFacts = { name: string; title: string; tabs: readonly [PanelTab, ...PanelTab[]] };

export const text = (cell: Cell | undefined): string => String(cell ?? '');

const tail: readonly PanelColumn[] = [
  { name: 'visitors', label: 'Visitors', kind: 'count' },
  { name: 'sessions', label: 'Sessions', kind: 'count' },
  { name: 'pageviews', label: 'Pageviews', kind: 'count' },
  { name: 'bounce_rate', label: 'Bounce rate', kind: 'percent' },
  { name: 'avg_session_seconds', label: 'Session time', kind: 'seconds' },
  { name: 'conversions', label: 'Conversions', kind: 'count' },
  { name: 'conversion_rate', label: 'Conv. rate', kind: 'percent' },
  { name: 'revenue', label: 'Revenue', kind: 'money' },
];

export const nobody = {
  title: 'No visitors in this period',
  advice: 'Choose more days, or check under Tracking health that visits arrive.',
  guide: 'tracking',
} as const;

export function byColumn(name: FilterName, column: string): RowFilter {
  return {
    toggle: (filters, row) => toggleValue(filters, name, text(row[column])),
    isOn: (filters, row) => hasValue(filters, name, text(row[column])),
  };
}

/** Where a share link hides revenue; pageviews take its place beside the bars. */
export function withoutMoney(tab: PanelTab): PanelTab {
  const columns = tab.columns.filter(({ kind }) => kind !== 'money');
  const isLeft = (wanted: string) => columns.some(({ name }) => name === wanted);
  const shown = tab.shown.map((name) => (isLeft(name) ? name : 'pageviews')).filter(isLeft);
  return { ...tab, columns, shown };
}

type TailTab = Pick<PanelTab, 'name' | 'label' | 'path' | 'heading'> & {
  column: string;
  extra?: PanelTab['extra'];
  show?: (value: string) => string;
  mark?: Mark['kind'];
  filter?: RowFilter | FilterName;
  about?: PanelTab['about'];
  empty?: PanelTab['empty'];
};

export function tailTab({
  column,
  show = (value) => value,
  mark,
  filter,
  extra,
  about,
  empty,
  ...rest
}: TailTab): PanelTab {
  return {
    ...rest,
    ...(extra && { extra }),
    ...(about && { about }),
    textOf: (row) => show(text(row[column])),
    ...(mark && { markOf: (row) => ({ kind: mark, value: text(row[column]) }) }),
    columns: tail,
    shown: ['visitors', 'revenue'],
    ...(filter && { filter: typeof filter === 'string' ? byColumn(filter, column) : filter }),
    empty: empty ?? nobody,
  };
}
