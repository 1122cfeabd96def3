import { sql } from '../store/analytics/sql.ts';
import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { buildTailReport } from './rows/tail.ts';

/** For the dashboard: the referrers that are AI assistants. A share link may show these and no others. */
export const aiSites = defineReport({
  name: null,
  path: null,
  title: 'AI sites',
  summary: 'Traffic that AI assistants sent, by referring host.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  columns: [
    {
      name: 'site',
      kind: 'text',
      example: 'chatgpt.com',
      description: 'Referring host; (direct) where a tag alone tells the assistant.',
    },
    ...tailColumns,
  ],
  sql: (scope) =>
    buildTailReport(scope, { dimensions: { site: dimensions.referrer }, where: sql`ai_operator != ''` }),
});
