import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildConversionsInRange } from './rows/records-in-range.ts';
import { rounded } from './rows/tail.ts';
import { buildVisits } from './rows/visits.ts';

export const goalConversions = defineReport({
  name: 'goal_conversions',
  path: null,
  title: 'Goal conversions',
  summary: 'Conversions by goal, and the share of visitors who converted.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  drawing: 'table',
  columns: [
    { name: 'goal_name', kind: 'text', example: 'signup', description: 'Name of the goal.' },
    { name: 'conversions', kind: 'count', description: 'Goal conversions and custom events of the name.' },
    { name: 'visitors', kind: 'count', description: 'Distinct visitors who converted.' },
    { name: 'conversion_rate', kind: 'percent', description: '100 × these ÷ all visitors of the range.' },
  ],
  sql: (scope) => sql`
    SELECT name AS goal_name, count() AS conversions, uniqExact(visitor_hash) AS visitors,
      ${rounded(sql`100 * visitors / (SELECT uniqExact(visitor_hash) FROM ${buildVisits(scope, [])})`)}
        AS conversion_rate
    FROM ${buildConversionsInRange(scope)}
    GROUP BY name
    ORDER BY conversions DESC, goal_name ASC
    LIMIT ${whole(scope.limit)}`,
});
