import { toNumber } from '../api/reports.ts';
import { type Day, dayIn } from '../view/day.ts';
import type { Range } from '../view/period.ts';
import type { Metric } from '../view/view.ts';
import type { Point, Stack } from './time-scales.ts';

export type SeriesRow = {
  ts: string;
  value: number;
  /** Of a series of revenue alone. */
  revenue_new?: number;
  revenue_renewal?: number;
  revenue_refund?: number;
};

export type SeriesInput = {
  rows: readonly SeriesRow[];
  compared: readonly SeriesRow[] | undefined;
  /** Revenue is drawn in its parts. */
  metric?: Metric;
};

/** Rows of both ranges side by side: the first with the first, the second with the second. */
export function buildPoints({ rows, compared, metric }: SeriesInput, now = Date.now()): Point[] {
  const ended = endOf(rows);
  const begun = rows.filter((row) => Date.parse(row.ts) <= now).length;
  return rows.map((row, index) => {
    const other = compared?.[index];
    return {
      at: Date.parse(row.ts),
      value: toNumber(row.value),
      ...(metric === 'revenue' && { stacks: buildStacks(row) }),
      compared: other && { at: Date.parse(other.ts), value: toNumber(other.value) },
      isPartial: index === begun - 1 && (begun < rows.length || now < ended),
      ...(index >= begun && { isToCome: true as const }),
    };
  });
}

/** About where the last bucket ends: as far behind its start as the one before it began. */
function endOf(rows: readonly SeriesRow[]): number {
  const last = Date.parse(rows.at(-1)?.ts ?? '');
  const before = Date.parse(rows.at(-2)?.ts ?? '');
  return Number.isFinite(before) ? last + (last - before) : Number.POSITIVE_INFINITY;
}

function buildStacks(row: SeriesRow): Stack[] {
  return [
    { name: 'New', className: 'time-new', value: row.revenue_new ?? 0 },
    { name: 'Renewal', className: 'time-renewal', value: row.revenue_renewal ?? 0 },
    { name: 'Refund', className: 'time-refund', value: row.revenue_refund ?? 0 },
  ];
}

type Zoom = { zone: string; range: Range };

/** The days from the first bucket to the end of the last; undefined where that is the whole range. */
export function zoomTo(
  points: readonly Point[],
  first: number,
  last: number,
  { zone, range }: Zoom,
): Range | undefined {
  const start = points[first];
  if (!start) return undefined;
  const next = points[last + 1];
  const dayOf = (at: number): Day => dayIn(zone, at);
  const lastDay = next ? dayOf(next.at - 1) : range.to;
  const from = later(dayOf(start.at), range.from);
  const to = later(lastDay, from);
  return from === range.from && to === range.to ? undefined : { from, to };
}

/** A week or month may begin before the range. */
const later = (one: Day, other: Day): Day => (one > other ? one : other);
