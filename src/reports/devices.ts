import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { buildTailReport } from './rows/tail.ts';

export const devices = defineReport({
  name: 'devices',
  path: '/pixel/analytics/devices',
  title: 'Devices',
  summary: 'Traffic by device type.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  columns: [
    { name: 'device', kind: 'text', example: 'mobile', description: 'desktop, mobile, tablet or unknown.' },
    ...tailColumns,
  ],
  sql: (scope) => buildTailReport(scope, { dimensions: { device: dimensions.device } }),
});
