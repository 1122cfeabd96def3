import { type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './dimensions.ts';
import type { Scope } from './scope.ts';
import { buildSessionsInRange } from './sessions.ts';
import { rounded } from './tail.ts';

const { country, device, browser, os, channel, referrer } = dimensions;
const facts = [country, device, browser, os, channel, referrer].flatMap(({ columns }) => columns);

export const sessionList = defineReport({
  name: 'sessions',
  path: null,
  title: 'Sessions',
  summary: 'Sessions that began in the range, newest first.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  drawing: 'table',
  columns: [
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
  ],
  sql: (scope) => sql`
    SELECT session.session_id AS session_id, page.first_visitor AS visitor_id, session.began_at AS started_at,
      ${rounded(sql`session.duration_ms / 1000`)} AS duration_seconds, session.all_pageviews AS pageviews,
      session.all_customs AS events, nullIf(page.entry, '') AS entry_page, nullIf(page.exit, '') AS exit_page,
      session.shown_country AS country, session.shown_device AS device, session.shown_browser AS browser,
      session.shown_os AS os, session.shown_channel AS channel, session.shown_referrer AS referrer,
      toBool(session.bounced) AS is_bounce
    FROM ${buildNewest(scope)} AS session
    JOIN ${buildPages(scope)} AS page ON session.session_hash = page.session_hash
    ORDER BY started_at DESC, session_id ASC`,
});

function buildNewest(scope: Scope): Sql {
  return sql`(
    SELECT session_hash, session_id, began_at, duration_ms, all_pageviews, all_customs, bounced,
      ${country.value} AS shown_country, ${device.value} AS shown_device, ${browser.value} AS shown_browser,
      ${os.value} AS shown_os, ${channel.value} AS shown_channel, ${referrer.value} AS shown_referrer
    FROM ${buildSessionsInRange(scope, facts)} WHERE began
    ORDER BY began_at DESC, session_id ASC
    LIMIT ${whole(scope.limit)})`;
}

/** Looked up for the sessions of the answer alone; all their records lie behind the start of the range. */
function buildPages(scope: Scope): Sql {
  return sql`(
    SELECT session_hash, argMin(visitor_id, (ts, seq)) AS first_visitor,
      argMinIf(path, (ts, seq), type = 'pageview') AS entry, argMaxIf(path, (ts, seq), type = 'pageview') AS exit
    FROM ${scope.hits}
    WHERE day >= toDate(${scope.from}) AND session_hash IN (SELECT session_hash FROM ${buildNewest(scope)})
    GROUP BY session_hash)`;
}
