import { currency, format, type InputsOf, type Parameters } from '../contract/parameters.ts';
import type { Sql } from '../store/analytics/sql.ts';
import type { Column } from './columns.ts';
import type { Scope } from './rows/scope.ts';

/**
 * One report, declared once. The REST route, the lower-level route, the checks of parameters, CSV and the API
 * reference are all made from this.
 */
export type Report<Declared extends Parameters = Parameters> = {
  /** The name under /pixel/metrics/, or null where the report has only its REST path. */
  name: string | null;
  /** The REST path, or null where the report is asked for by name alone. */
  path: string | null;
  title: string;
  summary: string;
  /**
   * `days`: both dates required. `lookback`: optional, counted back from today in `tz`.
   * `since`: `from_date` alone, optional. `none`: the report has a window of its own.
   */
  dates: 'days' | 'lookback' | 'since' | 'none';
  takesFilters: boolean;
  /** undefined: `limit` cuts nothing unless it is given. */
  defaultLimit: number | undefined;
  parameters: Declared;
  columns: readonly Column[];
  sql(scope: Scope, inputs: InputsOf<Declared>): Sql;
};

/** A report that /pixel/metrics/ answers. */
export type NamedReport = Report & { name: string };

export function defineReport<Declared extends Parameters>(report: Report<Declared>): Report<Declared> {
  const addsUpPayments = report.columns.some(({ name }) => name === 'revenue' || name === 'revenue_new');
  return { ...report, parameters: { ...report.parameters, ...(addsUpPayments && { currency }), format } };
}
