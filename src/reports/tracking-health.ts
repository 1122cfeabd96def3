import { type DropReason, dropReasons } from '../contract/drop-reasons.ts';
import { bind, joinSql, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import type { Scope } from './rows/scope.ts';

const silentAfterMs = 24 * 60 * 60_000;
const skewToleratedMs = 60_000;
const delayToleratedSeconds = 10;

/** Drops under the names that a site owner looks for; those that are as they should be never warn. */
const dropChecks: Record<DropReason, { check: string; isExpected: boolean }> = {
  foreign_domain: { check: 'domain_mismatch', isExpected: false },
  unknown_website: { check: 'unknown_website', isExpected: false },
  invalid: { check: 'invalid_messages', isExpected: false },
  rate_limited: { check: 'rate_limited', isExpected: false },
  bot: { check: 'bots', isExpected: true },
  automated: { check: 'automated_browsers', isExpected: true },
  local: { check: 'local_pages', isExpected: true },
  prefetch: { check: 'prefetches', isExpected: true },
  excluded: { check: 'excluded_paths', isExpected: true },
};

export const trackingHealth = defineReport({
  name: 'tracking_health',
  path: null,
  title: 'Tracking health',
  summary:
    'Whether records arrive, what was left out and why, how long records wait, and clocks that are wrong.',
  dates: 'days',
  takesFilters: false,
  defaultLimit: 100,
  parameters: {},
  drawing: 'table',
  columns: [
    { name: 'check', kind: 'text', example: 'domain_mismatch', description: 'What is looked at.' },
    { name: 'status', kind: 'text', example: 'warning', description: 'ok, warning or error.' },
    { name: 'value', kind: 'count', description: 'How many in the range; for queue_delay, seconds.' },
    { name: 'last_at', kind: 'instant', description: 'When it was last seen.', nullable: true },
    {
      name: 'reason',
      kind: 'text',
      example: 'Last from shop.example.',
      description: 'What it means and what to do.',
    },
  ],
  sql: (scope) => sql`
    SELECT check, status, value, last_at, reason
    FROM (${joinSql([buildReceiving(scope), buildDrops(scope), buildQueueDelay(scope), buildClockSkew(scope)], sql` UNION ALL `)})
    ORDER BY place
    LIMIT ${whole(scope.limit)}`,
});

function buildReceiving(scope: Scope): Sql {
  const silentSince = bind.instant(scope.now - silentAfterMs);
  return sql`
    SELECT 0 AS place, 'receiving' AS check,
      multiIf(isNull(last_at), 'error', last_at < ${silentSince}, 'warning', 'ok') AS status,
      toUInt64(countIf(${scope.within})) AS value, maxOrNull(ts) AS last_at,
      multiIf(status = 'error', 'Nothing has arrived yet: check that the script tag is on the page.',
        status = 'warning', 'Nothing has arrived for a day: check that the script tag is still on the page.', ''
      ) AS reason
    FROM ${scope.hits} WHERE day >= least(toDate(${scope.from}), (SELECT max(day) FROM ${scope.hits}))`;
}

/** A row for each reason, also where nothing was left out for it. */
function buildDrops(scope: Scope): Sql {
  const reasons = Object.keys(dropChecks) as DropReason[];
  const checks = reasons.map((reason) => dropChecks[reason]);
  const listed = sql`arrayJoin(arrayZip(
    ${bind.integers(reasons.map((_, index) => index + 1))}, ${bind.strings(reasons)},
    ${bind.strings(checks.map(({ check }) => check))},
    ${bind.integers(checks.map(({ isExpected }) => Number(isExpected)))},
    ${bind.strings(reasons.map((reason) => dropReasons[reason]))}))`;
  return sql`
    SELECT each.1 AS place, each.3 AS check, if(value = 0 OR each.4, 'ok', 'warning') AS status, value, last_at,
      if(value = 0, '', concat(if(example = '', '', concat('Last on ', example, '. ')), each.5)) AS reason
    FROM (SELECT ${listed} AS each, each.2 AS drop_reason) AS listed
    LEFT JOIN (
      SELECT toString(reason) AS drop_reason, sum(hits) AS value, maxOrNull(ts) AS last_at, argMax(host, ts) AS example
      FROM ${withUnnamedCrawlers(scope)} WHERE ${scope.within} GROUP BY drop_reason
    ) AS dropped USING (drop_reason)`;
}

/** Bots that a server reported are kept as visits of programs, those of browsers as drops. */
function withUnnamedCrawlers(scope: Scope): Sql {
  return sql`(
    SELECT day, ts, reason, host, hits FROM ${scope.drops}
    UNION ALL SELECT day, ts, 'bot' AS reason, '' AS host, 1 AS hits FROM ${scope.crawls} WHERE operator = '')`;
}

function buildQueueDelay(scope: Scope): Sql {
  const seconds =
    scope.oldestPendingAt === undefined ? 0 : Math.floor((scope.now - scope.oldestPendingAt) / 1000);
  return sql`
    SELECT 100 AS place, 'queue_delay' AS check,
      if(value > ${bind.integer(delayToleratedSeconds)}, 'warning', 'ok') AS status,
      toUInt64(${bind.integer(Math.max(0, seconds))}) AS value, NULL AS last_at,
      if(status = 'ok', '', 'Accepted records wait on disk for the analytics engine: check that it runs.') AS reason`;
}

function buildClockSkew(scope: Scope): Sql {
  const ahead = sql`toUnixTimestamp64Milli(ts) > intDiv(seq, 1000) + ${bind.integer(skewToleratedMs)}`;
  return sql`
    SELECT 101 AS place, 'clock_skew' AS check, if(value = 0, 'ok', 'warning') AS status,
      toUInt64(count()) AS value, maxOrNull(ts) AS last_at,
      if(value = 0, '', 'Records were dated ahead of their arrival: check the clock of the server that sends them.'
      ) AS reason
    FROM ${scope.hits} WHERE ${scope.within} AND ${ahead}`;
}
