import type { ReactNode } from 'react';
import { type Row, toNumber, useReport } from '../../api/reports.ts';
import type { Look } from '../../view/use-look.ts';
import type { Metric } from '../../view/view.ts';
import { Change } from './change.tsx';
import type { PanelTab } from './panel-facts.ts';
import { keyOfRow } from './panels.ts';

/** The figure of the headline that the number of a row is a part of. */
export const wholes: Readonly<Record<string, Metric>> = {
  visitors: 'visitors',
  sessions: 'sessions',
  views: 'pageviews',
  conversions: 'conversions',
  revenue: 'revenue',
};

/** How many rows of what is compared are asked for: those that are shown were mostly among its first too. */
export const mostCompared = 200;

export type RowChanges = {
  before(row: Row): number | undefined;
  draw(row: Row): ReactNode;
  /** Those that are on the other side alone, with nothing on this one. */
  listOthers(rows: readonly Row[]): Row[];
};

/** How the main number of each row changed; no `changes` where nothing is compared, or not yet. */
export function useRowChanges(
  look: Look,
  tab: PanelTab,
  limit: number,
): { changes?: RowChanges; isFetching: boolean } {
  const { aligned, comparedOver } = look;
  const column = tab.shown[0] ?? '';
  const metric = wholes[column];
  const { data, isPlaceholderData, isFetching } = useReport<Row>(
    metric &&
      aligned &&
      comparedOver(aligned.before.range, tab.path, { ...tab.extra, limit, until: aligned.before.until }),
  );
  if (!metric || !data || isPlaceholderData) return { isFetching };
  const earlier = new Map(data.data.map((row) => [keyOfRow(tab, row), toNumber(row[column])]));
  // Of a row behind the last that was asked for nothing is known.
  const missing = data.data.length < limit ? 0 : undefined;
  const before = (row: Row) => earlier.get(keyOfRow(tab, row)) ?? missing;
  const draw = (row: Row) => {
    const was = before(row);
    return was === undefined ? null : <Change metric={metric} now={toNumber(row[column])} before={was} />;
  };
  const nothing = Object.fromEntries(tab.columns.map(({ name }) => [name, 0]));
  const listOthers = (rows: readonly Row[]) => {
    const own = new Set(rows.map((row) => keyOfRow(tab, row)));
    return data.data.filter((row) => !own.has(keyOfRow(tab, row))).map((row) => ({ ...row, ...nothing }));
  };
  return { changes: { before, draw, listOthers }, isFetching };
}

/** Rows of both sides. Those that are much of either go first, however many more people one of them has. */
export function putSideBySide(
  rows: readonly Row[],
  column: string,
  { before, listOthers }: RowChanges,
): readonly Row[] {
  const all = [...rows, ...listOthers(rows)].map((row) => ({
    row,
    own: toNumber(row[column]),
    other: before(row) ?? 0,
  }));
  const mostOwn = Math.max(1e-9, ...all.map(({ own }) => own));
  const mostOther = Math.max(1e-9, ...all.map(({ other }) => other));
  const weigh = ({ own, other }: { own: number; other: number }) =>
    Math.max(own / mostOwn, other / mostOther);
  return all.toSorted((one, next) => weigh(next) - weigh(one)).map(({ row }) => row);
}
