import { type Sql, sql } from '../store/analytics/sql.ts';
import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { buildTailReport, rowTally, sumUp } from './rows/tail.ts';

export const campaigns = defineReport({
  name: 'campaigns',
  path: '/pixel/analytics/campaigns',
  title: 'Campaigns',
  summary: 'One row per UTM campaign with its main source and medium; visits without one are (none).',
  dates: 'days',
  takesFilters: false,
  defaultLimit: 100,
  parameters: {},
  drawing: 'table',
  columns: [
    { name: 'utm_campaign', kind: 'text', example: 'spring-sale', description: 'UTM campaign, or (none).' },
    {
      name: 'utm_source',
      kind: 'text',
      example: 'newsletter',
      description: 'The UTM source with most sessions, or (none).',
    },
    {
      name: 'utm_medium',
      kind: 'text',
      example: 'email',
      description: 'The UTM medium with most sessions, or (none).',
    },
    ...tailColumns,
  ],
  sql: (scope) =>
    buildTailReport(scope, {
      dimension: dimensions.utmCampaign,
      tallied: ['utm_source', 'utm_medium'],
      select: sql`dimension AS utm_campaign,
        ${mostSessions('utm_source')} AS utm_source, ${mostSessions('utm_medium')} AS utm_medium`,
    }),
});

/** Values are in order, so the first of several with as many sessions is the first in the alphabet. */
function mostSessions(fact: 'utm_source' | 'utm_medium'): Sql {
  const tally = sumUp(rowTally(fact));
  return sql`arrayElement(${tally}.1, indexOf(${tally}.2, arrayMax(${tally}.2)))`;
}
