import { type Sql, sql, unionAll, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import type { Scope } from './rows/scope.ts';
import { listTraffic, type Traffic } from './rows/traffic.ts';

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
    SELECT operator, sum(part_referrals) AS referrals, toUInt64(arrayUniq(groupArrayArray(part_visitors))) AS visitors,
      sum(part_conversions) AS conversions, sum(part_revenue) AS revenue, sum(part_crawls) AS crawls,
      sum(part_training) AS training_crawls, sum(part_search) AS search_crawls, sum(part_agent) AS agent_requests,
      sum(part_pages) AS pages
    FROM (${unionAll([...listTraffic(scope, ['ai_operator']).map(buildReferred), buildCrawls(scope)])})
    GROUP BY operator
    ORDER BY visitors DESC, operator ASC
    LIMIT ${whole(scope.limit)}`,
});

function buildReferred({ read, sessions, visitors, conversions, revenue }: Traffic): Sql {
  const columns = sql`
    toString(ai_operator) AS operator, toUInt64(${sessions}) AS part_referrals, ${visitors} AS part_visitors,
      toUInt64(${conversions}) AS part_conversions, ${revenue} AS part_revenue, toUInt64(0) AS part_crawls,
      toUInt64(0) AS part_training, toUInt64(0) AS part_search, toUInt64(0) AS part_agent, toUInt64(0) AS part_pages`;
  return read(columns, sql`ai_operator != ''`, sql`GROUP BY operator`);
}

/** Programs have no session to filter by: a filter that selects people leaves them as they are. */
function buildCrawls(scope: Scope): Sql {
  return sql`
    SELECT toString(operator) AS name, toUInt64(0), CAST([], 'Array(UInt64)'), toUInt64(0), toDecimal128(0, 6), count(),
      countIf(purpose = 'training'), countIf(purpose = 'search'), countIf(purpose = 'agent'), uniqExact(path)
    FROM ${scope.crawls} WHERE operator != '' AND ${scope.within}
    GROUP BY name`;
}
