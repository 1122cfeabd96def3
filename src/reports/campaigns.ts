import { type Sql, sql } from '../store/analytics/sql.ts';
import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './dimensions.ts';
import { buildTailReport } from './tail.ts';

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
      aggregated: ['utm_source', 'utm_medium'],
      select: sql`dimension AS utm_campaign,
        ${mostSessions(sql`utm_source`)} AS utm_source, ${mostSessions(sql`utm_medium`)} AS utm_medium`,
    }),
});

/**
 * sumMap keeps its keys in order, so the first of several equal sums is the first in the alphabet. It drops keys
 * whose sum is 0, which a row of earlier sessions' payments has alone: there the alphabet decides.
 */
function mostSessions(column: Sql): Sql {
  const sums = sql`sumMap([toString(${column})], [row_sessions])`;
  const most = sql`arrayElement(${sums}.1, indexOf(${sums}.2, arrayMax(${sums}.2)))`;
  const winner = sql`if(sum(row_sessions) = 0, min(toString(${column})), ${most})`;
  return sql`if(${winner} = '', '(none)', ${winner})`;
}
