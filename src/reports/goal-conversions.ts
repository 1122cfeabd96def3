import { type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import type { Scope } from './rows/scope.ts';

/** Each visitor with each goal, how often it was reached, and 1 where the visitor came in the range. */
function selectConverting({ conversions, visits }: Scope): Sql {
  const came = sql`(
    SELECT visitor_hash FROM ${visits} AS visit
    WHERE visitor_hash IN (SELECT visitor_hash FROM ${conversions} AS conversion))`;
  return sql`(
    SELECT name, visitor_hash, sum(times) AS times, max(came) AS came
    FROM (
      SELECT name, visitor_hash, 1 AS times, CASE WHEN visitor_hash IN ${came} THEN 1 ELSE 0 END AS came
      FROM ${conversions} AS conversion) AS reached
    GROUP BY name, visitor_hash)`;
}

export const goalConversions = defineReport({
  name: 'goal_conversions',
  path: null,
  title: 'Goal conversions',
  summary: 'Conversions by goal, and the share of visitors who converted.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  columns: [
    { name: 'goal_name', kind: 'text', example: 'signup', description: 'Name of the goal.' },
    { name: 'conversions', kind: 'count', description: 'Goal conversions and custom events of the name.' },
    { name: 'visitors', kind: 'count', description: 'Distinct visitors who converted.' },
    {
      name: 'conversion_rate',
      kind: 'percent',
      description: '100 × those of them who are among the visitors of the range ÷ all of these.',
    },
  ],
  sql: (scope) => sql`
    SELECT goal_name, conversions, visitors, 100 * converters / all_visitors AS conversion_rate
    FROM (
      SELECT name AS goal_name, sum(times) AS conversions, count(*) AS visitors, sum(came) AS converters
      FROM ${selectConverting(scope)} AS converting GROUP BY name) AS goal
    CROSS JOIN (SELECT ${scope.countVisitors()} AS all_visitors FROM ${scope.visits} AS visit) AS came
    ORDER BY conversions DESC, goal_name ASC
    LIMIT ${whole(scope.limit)}`,
});
