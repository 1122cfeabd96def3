import { identifier, identifiers, joinSql, type Sql, sql, whole } from '../store/analytics/sql.ts';
import type { Column } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import type { Scope } from './rows/scope.ts';

const shown = {
  country: dimensions.country,
  device: dimensions.device,
  browser: dimensions.browser,
  os: dimensions.os,
  channel: dimensions.channel,
  referrer: dimensions.referrer,
};
const shownFacts = joinSql(
  Object.entries(shown).map(([name, { value }]) => sql`${value} AS ${identifier(name)}`),
  sql`, `,
);

const columns: readonly Column[] = [
  {
    name: 'session_id',
    kind: 'text',
    example: '6f1d2c3b-51f0-4c39-9d0e-7a5f1f6b2c10',
    description: 'The session.',
  },
  {
    name: 'visitor_id',
    kind: 'text',
    example: '0e1c9f7a-2b6d-4f0e-8d5c-3a4b5c6d7e8f',
    description: 'The visitor of its first record.',
  },
  { name: 'started_at', kind: 'instant', description: 'Time of its first record.' },
  { name: 'duration_seconds', kind: 'seconds', description: 'From first to last activity.' },
  { name: 'pageviews', kind: 'count', description: 'Its pageviews.' },
  { name: 'events', kind: 'count', description: 'Its custom events.' },
  {
    name: 'entry_page',
    kind: 'text',
    example: '/pricing',
    description: 'Path of its first pageview.',
    nullable: true,
  },
  {
    name: 'exit_page',
    kind: 'text',
    example: '/signup',
    description: 'Path of its last pageview.',
    nullable: true,
  },
  { name: 'country', kind: 'text', example: 'DE', description: 'ISO-2 code; ZZ is unknown.' },
  { name: 'device', kind: 'text', example: 'mobile', description: 'desktop, mobile, tablet or unknown.' },
  { name: 'browser', kind: 'text', example: 'Firefox', description: 'Browser, or unknown.' },
  { name: 'os', kind: 'text', example: 'Android', description: 'Operating system, or unknown.' },
  { name: 'channel', kind: 'text', example: 'Organic Search', description: 'Marketing channel.' },
  { name: 'referrer', kind: 'text', example: 'google.com', description: 'Referring host, or (direct).' },
  { name: 'is_bounce', kind: 'flag', description: 'Whether it is one pageview and no custom event.' },
];

export const sessionList = defineReport({
  name: 'sessions',
  path: null,
  title: 'Sessions',
  summary: 'Sessions that began in the range, newest first.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  columns,
  // Ids of sessions are stored in their records alone, so they are looked up for the listed sessions only.
  sql: (scope) => sql`
    SELECT ${identifiers(columns.map(({ name }) => name))}
    FROM ${buildNewest(scope)} AS session
    INNER JOIN ${buildNames(scope)} AS first
    ON session.session_hash = first.named_hash AND started_at = first.named_at AND began_seq = first.named_seq
    ORDER BY started_at DESC, began_seq DESC`,
});

function buildNewest({ visits, limit, skip }: Scope): Sql {
  return sql`(
    SELECT session_hash, began_seq, began_at AS started_at, duration_ms / 1000 AS duration_seconds,
      session_pageviews AS pageviews, session_customs AS events, nullIf(entry_path, '') AS entry_page,
      nullIf(exit_path, '') AS exit_page, ${shownFacts}, bounced AS is_bounce
    FROM ${visits} AS visit
    WHERE began = 1
    ORDER BY began_at DESC, began_seq DESC
    LIMIT ${whole(limit)} OFFSET ${whole(skip)})`;
}

function buildNames({ sources, range }: Scope): Sql {
  return sql`(
    SELECT session_hash AS named_hash, ts AS named_at, seq AS named_seq, session_id, visitor_id
    FROM ${sources.hits(range)} AS hit)`;
}
