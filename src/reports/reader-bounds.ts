import { ApiError } from '../contract/errors.ts';
import type { ColumnMeta } from './columns.ts';
import type { Report } from './define-report.ts';
import type { Filter } from './question/filters.ts';

/** The limits of a reader who may not see everything of a workspace. */
export type ReaderBounds = {
  /** The public ID of the one website. */
  websiteId: string;
  reports: ReadonlySet<Report>;
  /** Applied in addition to the filters of the question. */
  filters: readonly Filter[];
  hidesRevenue: boolean;
};

/** A report with a window of its own takes no filters, so it would show more than the bounds allow. */
export function refuseBeyond({ reports, filters }: ReaderBounds, report: Report): void {
  const isBeyondFilters = filters.length > 0 && report.dates === 'none';
  if (!reports.has(report) || isBeyondFilters) throw new ApiError('not_shared');
}

export function refuseRevenue(
  { hidesRevenue }: ReaderBounds,
  { metric, sort, who }: Readonly<Record<string, unknown>>,
): void {
  const tellsRevenue = metric === 'revenue' || sort === 'revenue' || who === 'customers';
  if (hidesRevenue && tellsRevenue) throw new ApiError('not_shared');
}

type Rows = { data: Record<string, unknown>[]; meta: ColumnMeta[]; rows: number };

/** Removes amounts, and records that are payments. */
export function withoutRevenue<Result extends Rows>({ columns }: Report, result: Result): Result {
  const hidden = new Set(columns.filter(({ kind }) => kind === 'money').map(({ name }) => name));
  const data = result.data
    .filter(({ type }) => type !== 'payment')
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name))));
  return { ...result, data, meta: result.meta.filter(({ name }) => !hidden.has(name)), rows: data.length };
}
