import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { buildTailReport } from './rows/tail.ts';

export const countries = defineReport({
  name: 'locations',
  path: '/pixel/analytics/countries',
  title: 'Countries',
  summary: 'Traffic by country.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 250,
  parameters: {},
  columns: [
    { name: 'country', kind: 'text', example: 'DE', description: 'ISO-2 code; ZZ is unknown.' },
    ...tailColumns,
  ],
  sql: (scope) => buildTailReport(scope, { dimensions: { country: dimensions.country } }),
});
