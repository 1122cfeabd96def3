import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { buildTailReport } from './rows/tail.ts';

export const browsers = defineReport({
  name: null,
  path: '/pixel/analytics/browsers',
  title: 'Browsers',
  summary: 'Traffic by browser.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  columns: [
    { name: 'browser', kind: 'text', example: 'Firefox', description: 'Name of the browser, or unknown.' },
    ...tailColumns,
  ],
  sql: (scope) => buildTailReport(scope, { dimensions: { browser: dimensions.browser } }),
});
