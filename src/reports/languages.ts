import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { buildTailReport } from './rows/tail.ts';

export const languages = defineReport({
  name: 'languages',
  path: null,
  title: 'Languages',
  summary: "Traffic by the browser's language.",
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  columns: [
    { name: 'language', kind: 'text', example: 'de', description: 'Language, or unknown.' },
    ...tailColumns,
  ],
  sql: (scope) => buildTailReport(scope, { dimensions: { language: dimensions.language } }),
});
