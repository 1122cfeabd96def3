import { type Sql, sql, whole } from '../store/analytics/sql.ts';
import type { Column } from './columns.ts';
import { defineReport } from './define-report.ts';
import type { Scope } from './rows/scope.ts';

/** For the dashboard: sessions that began in the range by the page where they began, or ended. */
function defineSessionEnds(end: Sql, title: string, summary: string, more: More = nothingMore) {
  return defineReport({
    name: null,
    path: null,
    title,
    summary,
    dates: 'days',
    takesFilters: true,
    defaultLimit: 100,
    parameters: {},
    columns: [
      { name: 'path', kind: 'text', example: '/pricing', description: 'Path of the page.' },
      { name: 'sessions', kind: 'count', description: 'Sessions with this page at that end.' },
      { name: 'visitors', kind: 'count', description: 'Distinct visitors of them.' },
      { name: 'bounces', kind: 'count', description: 'Those of one pageview and no custom event.' },
      { name: 'bounce_rate', kind: 'percent', description: '100 × bounces ÷ sessions.' },
      { name: 'avg_session_seconds', kind: 'seconds', description: 'Mean time from first to last activity.' },
      ...more.columns,
    ],
    sql: (scope) => sql`
      SELECT path, sessions, visitors, bounces, ${more.select} 100 * bounces / sessions AS bounce_rate,
        duration_ms / sessions / 1000 AS avg_session_seconds
      FROM (
        SELECT ${end} AS path, sum(began) AS sessions, count(DISTINCT visitor_hash) AS visitors, sum(bounced) AS bounces,
          sum(visit.duration_ms) AS duration_ms
        FROM ${scope.visits} AS visit
        WHERE ${isBegun(scope)} AND ${end} != ''
        GROUP BY ${end}) AS counted ${more.join(scope)}
      ORDER BY sessions DESC, path ASC
      LIMIT ${whole(scope.limit)}`,
  });
}

const isBegun = ({ from, to }: Scope): Sql => sql`began_at >= ${from} AND began_at < ${to}`;

/** What one of the two reports has beyond the other. */
type More = { columns: readonly Column[]; select: Sql; join(scope: Scope): Sql };

const nothingMore: More = { columns: [], select: sql``, join: () => sql`` };

/** Compared with those of the same sessions that viewed the page, so that the rate is at most 100. */
const exitRate: More = {
  columns: [
    { name: 'exit_rate', kind: 'percent', description: '100 × sessions ÷ sessions that viewed the page.' },
  ],
  select: sql`100 * sessions / viewing AS exit_rate,`,
  join: (scope) => sql`
    INNER JOIN (
      SELECT path AS viewed_path, count(*) AS viewing
      FROM ${scope.sources.pages({ from: scope.range.from })} AS page
      WHERE ${isFirstView} AND ${isOfBegun(scope)}
      GROUP BY path) AS viewed
    ON counted.path = viewed.viewed_path`,
};

/** One row for each path that a session viewed. Sessions that began in the range have no views before it. */
const isFirstView = sql`previous = -1`;

/** Without filters by the sessions that began outside the range: those with views in it are few. */
function isOfBegun(scope: Scope): Sql {
  const afterStart = scope.sources.visits({ from: scope.range.from });
  return scope.isFiltered
    ? sql`session_hash IN (SELECT session_hash FROM ${scope.visits} AS visit WHERE ${isBegun(scope)})`
    : sql`session_hash NOT IN (SELECT session_hash FROM ${afterStart} AS visit WHERE NOT (${isBegun(scope)}))`;
}

export const entryPages = defineSessionEnds(
  sql`entry_path`,
  'Entry pages',
  'Where sessions began: the path of their first pageview.',
);

export const exitPages = defineSessionEnds(
  sql`exit_path`,
  'Exit pages',
  'Where sessions ended: the path of their last pageview.',
  exitRate,
);
