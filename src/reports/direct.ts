import { type Sql, sql } from '../store/analytics/sql.ts';
import type { Column } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';

const isDirect = sql`${dimensions.channel.value} = 'Direct'`;

const columns: readonly Column[] = [
  { name: 'visitors', kind: 'count', description: 'Distinct visitors of the channel Direct.' },
  { name: 'sessions', kind: 'count', description: 'Its sessions that began in the range.' },
  {
    name: 'without_referrer_visitors',
    kind: 'count',
    description: 'Distinct visitors without a referring host, which are (direct) among the referrers.',
  },
  { name: 'without_referrer_sessions', kind: 'count', description: 'Their sessions: direct and tagged.' },
  {
    name: 'tagged_visitors',
    kind: 'count',
    description: 'Of these, visitors of other channels: a tag or a click id told where they came from.',
  },
  { name: 'tagged_sessions', kind: 'count', description: 'Their sessions.' },
];

/** For the dashboard: how the channel Direct and (direct) among the referrers differ, in one row. */
export const direct = defineReport({
  name: null,
  path: null,
  title: 'Direct visits',
  summary: 'Visits without a referring host, and those of them of which nothing else tells the source.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 1,
  parameters: {},
  columns,
  sql: ({ visits }) => sql`
    SELECT ${countThose(isDirect, sql`visitors`, sql`sessions`)},
      ${countThose(sql`1 = 1`, sql`without_referrer_visitors`, sql`without_referrer_sessions`)},
      ${countThose(sql`NOT (${isDirect})`, sql`tagged_visitors`, sql`tagged_sessions`)}
    FROM ${visits} AS visit WHERE referrer_host = ''`,
});

function countThose(which: Sql, visitors: Sql, sessions: Sql): Sql {
  return sql`count(DISTINCT visitor_hash) FILTER (WHERE ${which}) AS ${visitors},
    coalesce(sum(began) FILTER (WHERE ${which}), 0) AS ${sessions}`;
}
