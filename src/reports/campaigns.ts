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
      partial: sql`${sessionsBy(sql`utm_source`)} AS sources, ${sessionsBy(sql`utm_medium`)} AS mediums`,
      select: sql`dimension AS utm_campaign,
        ${mostSessions(sql`sources`)} AS utm_source, ${mostSessions(sql`mediums`)} AS utm_medium`,
    }),
});

/** Sessions by each value of the column, and the values alone: a sum of 0 does not keep its value. */
function sessionsBy(column: Sql): Sql {
  return sql`(sumMap([toString(${column})], [toUInt64(began)]), groupUniqArray(toString(${column})))`;
}

/**
 * sumMap keeps its keys in order, so the first of several equal sums is the first in the alphabet. A row that has
 * earlier sessions' payments alone has no sum: there the alphabet decides.
 */
function mostSessions(parts: Sql): Sql {
  const sums = sql`sumMap(${parts}.1.1, ${parts}.1.2)`;
  const most = sql`arrayElement(${sums}.1, indexOf(${sums}.2, arrayMax(${sums}.2)))`;
  const first = sql`arrayMin(groupUniqArrayArray(${parts}.2))`;
  const winner = sql`if(sum(row_sessions) = 0, ${first}, ${most})`;
  return sql`if(${winner} = '', '(none)', ${winner})`;
}
