import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { buildTailReport } from './rows/tail.ts';

/** For the dashboard: it has neither a path nor a name. */
export const headline = defineReport({
  name: null,
  path: null,
  title: 'Headline figures',
  summary: 'Traffic, conversions and revenue of the whole range in one row.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 1,
  parameters: {},
  columns: tailColumns,
  sql: (scope) => buildTailReport(scope, { dimensions: {} }),
});
