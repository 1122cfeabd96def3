import type { ReactNode } from 'react';
import { type Row, toNumber, useReport } from '../../api/reports.ts';
import { alignComparison } from '../../view/period.ts';
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

export type RowChanges = {
  before(row: Row): number | undefined;
  draw(row: Row): ReactNode;
};

/** How the main number of each row changed; no `changes` where nothing is compared, or not yet. */
export function useRowChanges(
  look: Look,
  tab: PanelTab,
  limit: number,
): { changes?: RowChanges; isFetching: boolean } {
  const { range, compared, questionOver } = look;
  const column = tab.shown[0] ?? '';
  const metric = wholes[column];
  const aligned = metric && compared && alignComparison(range, compared, look);
  const { data, isPlaceholderData, isFetching } = useReport<Row>(
    aligned &&
      questionOver(aligned.before.range, tab.path, { ...tab.extra, limit, until: aligned.before.until }),
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
  return { changes: { before, draw }, isFetching };
}
