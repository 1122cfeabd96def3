import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { buildTailReport } from './rows/tail.ts';

const shown = {
  browser: dimensions.browser,
  browser_version: dimensions.browserVersion,
  os: dimensions.os,
  os_version: dimensions.osVersion,
};

export const technology = defineReport({
  name: 'technology',
  path: null,
  title: 'Technology',
  summary: 'Traffic by browser and operating system with their versions.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  columns: [
    { name: 'browser', kind: 'text', example: 'Firefox', description: 'Browser, or unknown.' },
    { name: 'browser_version', kind: 'text', example: '139', description: 'Its version, or unknown.' },
    { name: 'os', kind: 'text', example: 'Windows', description: 'Operating system, or unknown.' },
    { name: 'os_version', kind: 'text', example: '11', description: 'Its version, or unknown.' },
    ...tailColumns,
  ],
  sql: (scope) => buildTailReport(scope, { dimensions: shown }),
});
