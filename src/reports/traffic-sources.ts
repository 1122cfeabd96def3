import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { buildTailReport } from './rows/tail.ts';

const shown = { channel: dimensions.channel, source: dimensions.source, medium: dimensions.utmMedium };

export const trafficSources = defineReport({
  name: 'traffic_sources',
  path: null,
  title: 'Channels and sources',
  summary: 'Traffic by channel, source and medium.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
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
  sql: (scope) => buildTailReport(scope, { dimensions: shown }),
});
