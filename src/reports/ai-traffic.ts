import { type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import type { Scope } from './scope.ts';
import { buildTraffic } from './traffic.ts';

export const aiTraffic = defineReport({
  name: 'ai_traffic',
  path: null,
  title: 'AI traffic',
  summary: 'What AI assistants bring and what they fetch: referred visits, and the visits of their crawlers.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  drawing: 'table',
  columns: [
    { name: 'operator', kind: 'text', example: 'OpenAI', description: 'Who runs the assistant or crawler.' },
    { name: 'referrals', kind: 'count', description: 'Sessions that came from its assistants.' },
    { name: 'visitors', kind: 'count', description: 'Distinct visitors of those sessions.' },
    { name: 'conversions', kind: 'count', description: 'Their conversions.' },
    { name: 'revenue', kind: 'money', description: 'Their payments.' },
    { name: 'crawls', kind: 'count', description: 'Requests of its crawlers and agents.' },
    { name: 'training_crawls', kind: 'count', description: 'Of these, to train models.' },
    { name: 'search_crawls', kind: 'count', description: 'Of these, to build an index.' },
    { name: 'agent_requests', kind: 'count', description: 'Of these, on behalf of a person.' },
    { name: 'pages', kind: 'count', description: 'Distinct paths that they fetched.' },
  ],
  sql: (scope) => sql`
    SELECT operator, sum(row_referrals) AS referrals, uniqExactIf(visitor_hash, visits) AS visitors,
      sum(row_conversions) AS conversions, sum(row_revenue) AS revenue, count(purpose) AS crawls,
      countIf(purpose = 'training') AS training_crawls, countIf(purpose = 'search') AS search_crawls,
      countIf(purpose = 'agent') AS agent_requests, uniqExact(path) AS pages
    FROM (${buildReferred(scope)} UNION ALL ${buildCrawls(scope)})
    GROUP BY operator
    ORDER BY visitors DESC, operator ASC
    LIMIT ${whole(scope.limit)}`,
});

function buildReferred(scope: Scope): Sql {
  return sql`
    SELECT ai_operator AS operator, toUInt64(began) AS row_referrals, visitor_hash, visits,
      toUInt64(conversions) AS row_conversions, revenue AS row_revenue,
      CAST(NULL, 'Nullable(String)') AS purpose, CAST(NULL, 'Nullable(String)') AS path
    FROM ${buildTraffic(scope, ['ai_operator'])} WHERE ai_operator != ''`;
}

/** Programs have no session to filter by: a filter that selects people leaves them as they are. */
function buildCrawls(scope: Scope): Sql {
  return sql`
    SELECT operator, 0 AS row_referrals, 0 AS visitor_hash, 0 AS visits, 0 AS row_conversions,
      toDecimal128(0, 6) AS row_revenue, toString(purpose) AS purpose, path
    FROM ${scope.crawls} WHERE operator != '' AND ${scope.within}`;
}
