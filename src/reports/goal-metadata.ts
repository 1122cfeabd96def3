import { pathSegment } from '../contract/parameters.ts';
import { withEntries } from '../store/analytics/dialect.ts';
import { bind, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';

export const goalMetadata = defineReport({
  name: null,
  path: '/pixel/goals/:goal_name/metadata',
  title: 'Goal breakdown',
  summary: "A goal's text properties: distinct visitors and conversions per property and value.",
  dates: 'since',
  takesFilters: false,
  defaultLimit: 100,
  parameters: { goal_name: pathSegment('goal_name', 'invalid_goal', 'Name of the goal.') },
  columns: [
    { name: 'property', kind: 'text', example: 'plan', description: 'Name of the property.' },
    { name: 'value', kind: 'text', example: 'pro', description: 'Its value.' },
    { name: 'visitors', kind: 'count', description: 'Distinct visitors who converted with it.' },
    { name: 'conversions', kind: 'count', description: 'Conversions with it.' },
    { name: 'revenue_sum', kind: 'money', description: 'Always 0: goals do not carry revenue.' },
  ],
  sql(scope, { goal_name }) {
    const converted = sql`(
      SELECT visitor_hash, texts FROM ${scope.conversions} AS conversion
      WHERE name = ${bind.text(goal_name)})`;
    return sql`
      SELECT property, value, count(DISTINCT visitor_hash) AS visitors, count(*) AS conversions, 0 AS revenue_sum
      FROM ${withEntries(converted, sql`texts`, sql`property`, sql`value`)} AS entry
      GROUP BY property, value
      ORDER BY visitors DESC, property ASC, value ASC
      LIMIT ${whole(scope.limit)}`;
  },
});
