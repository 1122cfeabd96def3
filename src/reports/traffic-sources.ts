import { sql } from '../store/analytics/sql.ts';
import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { combine, dimensions } from './rows/dimensions.ts';
import { buildTailReport } from './rows/tail.ts';

export const trafficSources = defineReport({
  name: 'traffic_sources',
  path: null,
  title: 'Channels and sources',
  summary: 'Traffic by channel, source and medium.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  drawing: 'table',
  columns: [
    { name: 'channel', kind: 'text', example: 'Email', description: 'Marketing channel.' },
    {
      name: 'source',
      kind: 'text',
      example: 'newsletter',
      description: 'UTM source, else the referring host, else (direct).',
    },
    { name: 'medium', kind: 'text', example: 'email', description: 'UTM medium, or (none).' },
    ...tailColumns,
  ],
  sql: (scope) =>
    buildTailReport(scope, {
      dimension: combine([dimensions.channel, dimensions.source, dimensions.utmMedium]),
      select: sql`dimension.1 AS channel, dimension.2 AS source, dimension.3 AS medium`,
    }),
});
