import { choice } from '../contract/parameters.ts';
import { always, bind, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { countFor, purposes } from './rows/crawls.ts';

/** For the dashboard: what each AI operator fetched, and why. */
export const crawledPages = defineReport({
  name: null,
  path: null,
  title: 'Crawled pages',
  summary: 'The pages that crawlers and agents of AI operators fetched, by operator and purpose.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {
    purpose: choice('purpose', 'invalid_mode', ['all', ...purposes], 'all', 'Why they were fetched.'),
  },
  columns: [
    { name: 'path', kind: 'text', example: '/pricing', description: 'Path of the page.' },
    { name: 'operator', kind: 'text', example: 'OpenAI', description: 'Who runs the crawler.' },
    { name: 'crawls', kind: 'count', description: 'How often it was fetched.' },
    { name: 'training_crawls', kind: 'count', description: 'Of these, to train models.' },
    { name: 'search_crawls', kind: 'count', description: 'Of these, to build an index.' },
    { name: 'agent_requests', kind: 'count', description: 'Of these, on behalf of a person.' },
    { name: 'last_crawl', kind: 'instant', description: 'When it was last fetched.' },
    { name: 'total', kind: 'count', description: 'How many rows there are in all, in every row.' },
  ],
  sql: ({ crawls, limit, skip }, { purpose }) => sql`
    SELECT path, operator, crawls, training_crawls, search_crawls, agent_requests, last_crawl, count(*) OVER () AS total
    FROM (
      SELECT path, operator, count(*) AS crawls, ${countFor('training')} AS training_crawls,
        ${countFor('search')} AS search_crawls, ${countFor('agent')} AS agent_requests, max(ts) AS last_crawl
      FROM ${crawls} AS crawl
      WHERE ${purpose === 'all' ? always : sql`purpose = ${bind.text(purpose)}`}
      GROUP BY path, operator) AS fetched
    ORDER BY crawls DESC, path ASC, operator ASC
    LIMIT ${whole(limit)} OFFSET ${whole(skip)}`,
});
