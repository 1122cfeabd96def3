import { identifier, joinSql, type Sql, sql, unionAll, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import type { Scope } from './rows/scope.ts';
import { buildNamedSessions, buildSessionsInRange } from './rows/sessions.ts';
import { rounded } from './rows/tail.ts';
import { buildLooseVisits, buildSettledVisits } from './rows/visits.ts';

const shown = {
  country: dimensions.country,
  device: dimensions.device,
  browser: dimensions.browser,
  os: dimensions.os,
  channel: dimensions.channel,
  referrer: dimensions.referrer,
};
const facts = Object.values(shown).flatMap(({ columns }) => columns);
const shownFacts = joinSql(
  Object.entries(shown).map(([name, { value }]) => sql`${value} AS ${identifier(name)}`),
  sql`, `,
);

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
  sql(scope) {
    const since = buildBeginOfOldest(scope);
    // None of them has a record before the oldest of them began.
    const isListed = sql`day >= toDate(${since}) AND session_hash IN (SELECT arrayJoin(${buildNewest(scope, since)}))`;
    const records = (needed: Sql) => sql`(SELECT ${needed} FROM ${scope.hitsAndLeaves} WHERE ${isListed})`;
    return sql`
      SELECT session_id, page.first_visitor AS visitor_id, began_at AS started_at,
        ${rounded(sql`(toUnixTimestamp64Milli(ended_at) - toUnixTimestamp64Milli(began_at)) / 1000`)}
          AS duration_seconds,
        all_pageviews AS pageviews, all_customs AS events, nullIf(page.entry, '') AS entry_page,
        nullIf(page.exit, '') AS exit_page, ${shownFacts}, toBool(all_pageviews = 1 AND all_customs = 0) AS is_bounce
      FROM ${buildNamedSessions(scope, facts, records)} AS session
      JOIN ${buildPages(scope, isListed)} AS page ON session.session_hash = page.session_hash
      ORDER BY started_at DESC, session_id ASC, session_website ASC`;
  },
});

/** One value, so that the engine works it out once; everything else is looked up for these sessions alone. */
function buildNewest(scope: Scope, since: Sql): Sql {
  const late = sql`session_hash IN (
    SELECT session_hash FROM ${scope.hits} WHERE ${scope.within} AND day >= toDate(${since}) AND ts >= ${since})`;
  return sql`(
    SELECT groupArray(session_hash) FROM (
      SELECT session_hash FROM ${buildSessionsInRange(scope, ['session_id', 'website_id'], late)} WHERE has_begun
      ORDER BY began_at DESC, session_id ASC, website_id ASC
      LIMIT ${whole(scope.limit)}))`;
}

/** When the oldest of the sessions began that will be listed, to the second: none of them has a hit before. */
function buildBeginOfOldest(scope: Scope): Sql {
  const settled = buildSettledVisits(scope, sql`began_at`);
  return sql`(
    SELECT if(count() = 0, toDateTime(${scope.to}), min(second)) FROM (
      SELECT second FROM (${unionAll([
        settled && sql`SELECT toDateTime(began_at) AS second FROM ${settled}`,
        sql`SELECT toDateTime(began_at) AS second FROM ${buildLooseVisits(scope, [], sql`began, began_at`)} WHERE began`,
      ])})
      ORDER BY second DESC
      LIMIT ${whole(scope.limit)}))`;
}

function buildPages(scope: Scope, isListed: Sql): Sql {
  return sql`(
    SELECT session_hash, argMin(visitor_id, (ts, seq)) AS first_visitor,
      argMinIf(path, (ts, seq), type = 'pageview') AS entry, argMaxIf(path, (ts, seq), type = 'pageview') AS exit
    FROM ${scope.hits} WHERE ${isListed}
    GROUP BY session_hash)`;
}
