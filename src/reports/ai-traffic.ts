import { type Sql, sql, unionAll, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { selectPaid } from './rows/attribution.ts';
import { countFor } from './rows/crawls.ts';
import { defineMeasures } from './rows/measures.ts';
import type { Scope } from './rows/scope.ts';

const { listPart, sums } = defineMeasures([
  'referrals',
  'visitors',
  'conversions',
  'revenue',
  'crawls',
  'training_crawls',
  'search_crawls',
  'agent_requests',
  'pages',
]);

export const aiTraffic = defineReport({
  name: 'ai_traffic',
  path: null,
  title: 'AI traffic',
  summary: 'What AI assistants bring and what they fetch: referred visits, and the visits of their crawlers.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
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
    SELECT operator, ${sums}
    FROM (${unionAll([countVisits(scope), countGoals(scope), countPaid(scope), countCrawls(scope)])}) AS part
    GROUP BY operator
    ORDER BY visitors DESC, operator ASC
    LIMIT ${whole(scope.limit)}`,
});

function countVisits({ visits, countVisitors }: Scope): Sql {
  const counts = listPart({
    referrals: sql`sum(began)`,
    visitors: countVisitors(['ai_operator']),
    conversions: sql`sum(customs)`,
  });
  return sql`
    SELECT ai_operator AS operator, ${counts} FROM ${visits} AS visit WHERE ai_operator != '' GROUP BY ai_operator`;
}

function countGoals({ credits }: Scope): Sql {
  return sumByOperator(credits, listPart({ conversions: sql`sum(conversions)` }));
}

function countPaid(scope: Scope): Sql {
  return sumByOperator(selectPaid(scope, true), listPart({ revenue: sql`sum(revenue)` }));
}

function sumByOperator(rows: Sql, counts: Sql): Sql {
  return sql`
    SELECT ai_operator AS operator, ${counts} FROM ${rows} AS credit WHERE ai_operator != '' GROUP BY ai_operator`;
}

function countCrawls({ crawls }: Scope): Sql {
  const counts = listPart({
    crawls: sql`count(*)`,
    training_crawls: countFor('training'),
    search_crawls: countFor('search'),
    agent_requests: countFor('agent'),
    pages: sql`count(DISTINCT path)`,
  });
  return sql`
    SELECT operator, ${counts} FROM ${crawls} AS crawl GROUP BY operator`;
}
