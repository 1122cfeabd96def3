import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { rounded } from './rows/tail.ts';

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
    SELECT goal_name, conversions, visitors, ${rounded(sql`100 * visitors / nullIf(all_visitors, 0)`)} AS conversion_rate
    FROM (
      SELECT name AS goal_name, count(*) AS conversions, count(DISTINCT visitor_hash) AS visitors
      FROM ${scope.conversions} AS conversion GROUP BY name) AS goal
    CROSS JOIN (SELECT ${scope.countVisitors()} AS all_visitors FROM ${scope.visits} AS visit) AS came
    ORDER BY conversions DESC, goal_name ASC
    LIMIT ${whole(scope.limit)}`,
});
