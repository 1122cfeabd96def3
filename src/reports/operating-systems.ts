import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { buildTailReport } from './rows/tail.ts';

export const operatingSystems = defineReport({
  name: null,
  path: '/pixel/analytics/operating-systems',
  title: 'Operating systems',
  summary: 'Traffic by operating system.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  columns: [
    {
      name: 'os',
      kind: 'text',
      example: 'Android',
      description: 'Name of the operating system, or unknown.',
    },
    ...tailColumns,
  ],
  sql: (scope) => buildTailReport(scope, { dimensions: { os: dimensions.os } }),
});
