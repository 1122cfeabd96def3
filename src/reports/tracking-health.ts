import { type DropReason, dropReasons } from '../contract/drop-reasons.ts';
import { millisOf, quotient, rowsOf } from '../store/analytics/dialect.ts';
import { bind, type Sql, sql, unionAll, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import type { Scope } from './rows/scope.ts';

const silentAfterMs = 24 * 60 * 60_000;
const skewToleratedMs = 60_000;
const delayToleratedSeconds = 10;

/** Drop reasons under the names that a site owner looks for; expected ones never warn. */
export const dropChecks: Record<DropReason, { check: string; isExpected: boolean }> = {
  foreign_domain: { check: 'domain_mismatch', isExpected: false },
  unknown_website: { check: 'unknown_website', isExpected: false },
  invalid: { check: 'invalid_messages', isExpected: false },
  rate_limited: { check: 'rate_limited', isExpected: false },
  bot: { check: 'bots', isExpected: true },
  automated: { check: 'automated_browsers', isExpected: true },
  local: { check: 'local_pages', isExpected: true },
  prefetch: { check: 'prefetches', isExpected: true },
  excluded: { check: 'excluded_paths', isExpected: true },
  unsigned_identity: { check: 'unsigned_identities', isExpected: false },
  refused_identity: { check: 'refused_identities', isExpected: true },
};

export const trackingHealth = defineReport({
  name: 'tracking_health',
  path: null,
  title: 'Tracking health',
  summary:
    'Whether records arrive, what was left out and why, how long records wait, clocks that are wrong, and records that could not be stored.',
  dates: 'days',
  takesFilters: false,
  defaultLimit: 100,
  parameters: {},
  columns: [
    { name: 'check', kind: 'text', example: 'domain_mismatch', description: 'What is looked at.' },
    { name: 'status', kind: 'text', example: 'warning', description: 'ok, warning or error.' },
    {
      name: 'value',
      kind: 'count',
      description:
        'How many in the range; for queue_delay, seconds; for refused_records, how many there are.',
    },
    { name: 'last_at', kind: 'instant', description: 'When it was last seen.', nullable: true },
    {
      name: 'reason',
      kind: 'text',
      example: 'Last from shop.example.',
      description: 'What it means and what to do.',
    },
  ],
  // `check` is a keyword of SQL, so rows have it under another name until the end.
  sql: (scope) => sql`
    SELECT checked AS check, status, value, last_at, reason
    FROM (${unionAll([selectReceiving(scope), selectDrops(scope), selectQueueDelay(scope), selectClockSkew(scope), selectRefused(scope)])}) AS checks
    ORDER BY place
    LIMIT ${whole(scope.limit)}`,
});

function selectReceiving(scope: Scope): Sql {
  const silentSince = bind.instant(scope.now - silentAfterMs);
  return sql`
    SELECT 0 AS place, 'receiving' AS checked, status, value, last_at,
      CASE status WHEN 'error' THEN 'Nothing has arrived yet: check that the script tag is on the page.'
        WHEN 'warning' THEN 'Nothing has arrived for a day: check that the script tag is still on the page.'
        ELSE '' END AS reason
    FROM (
      SELECT CASE WHEN hits = 0 THEN 'error' WHEN latest < ${silentSince} THEN 'warning' ELSE 'ok' END AS status, value,
        CASE WHEN hits > 0 THEN latest END AS last_at
      FROM (
        SELECT count(*) AS hits, count(*) FILTER (WHERE ${scope.within}) AS value, max(ts) AS latest
        FROM ${scope.sources.hits({})} AS hit) AS received) AS judged`;
}

/** A row for each reason, also where nothing was left out for it. */
function selectDrops(scope: Scope): Sql {
  const reasons = Object.keys(dropChecks) as DropReason[];
  const checks = reasons.map((reason) => dropChecks[reason]);
  const listed = rowsOf({
    place: bind.integers(reasons.map((_, index) => index + 1)),
    drop_reason: bind.texts(reasons),
    checked: bind.texts(checks.map(({ check }) => check)),
    is_expected: bind.integers(checks.map(({ isExpected }) => Number(isExpected))),
    advice: bind.texts(reasons.map((reason) => dropReasons[reason])),
  });
  return sql`
    SELECT place, checked, CASE WHEN value = 0 OR is_expected = 1 THEN 'ok' ELSE 'warning' END AS status, value,
      CASE WHEN value > 0 THEN latest END AS last_at,
      CASE WHEN value = 0 THEN '' WHEN example = '' THEN advice ELSE 'Last on ' || example || '. ' || advice END AS reason
    FROM (
      SELECT listed.place AS place, listed.checked AS checked, listed.is_expected AS is_expected,
        listed.advice AS advice, coalesce(dropped.value, 0) AS value, dropped.latest AS latest,
        coalesce(dropped.example, '') AS example
      FROM ${listed} AS listed
      LEFT JOIN (
        SELECT reason, sum(hits) AS value, max(ts) AS latest, argMax(host, (ts, seq)) AS example
        FROM ${withUnnamedCrawlers(scope)} AS left_out GROUP BY reason
      ) AS dropped ON listed.drop_reason = dropped.reason) AS counted`;
}

/** Bots that a server reported are stored as visits of programs, those of browsers as drops. */
function withUnnamedCrawlers({ sources, range }: Scope): Sql {
  return sql`(
    SELECT ts, seq, CAST(reason AS VARCHAR) AS reason, host, hits FROM ${sources.drops(range)} AS dropped
    UNION ALL
    SELECT ts, seq, 'bot' AS reason, '' AS host, 1 AS hits FROM ${sources.crawls(range)} AS crawl WHERE operator = '')`;
}

function selectQueueDelay({ now, oldestPendingAt }: Scope): Sql {
  const seconds = oldestPendingAt === undefined ? 0 : Math.max(0, Math.floor((now - oldestPendingAt) / 1000));
  const isLate = seconds > delayToleratedSeconds;
  const reason = isLate ? 'Accepted records wait on disk for the analytics engine: check that it runs.' : '';
  return sql`
    SELECT 100 AS place, 'queue_delay' AS checked, ${bind.text(isLate ? 'warning' : 'ok')} AS status,
      ${bind.integer(seconds)} AS value, NULL AS last_at, ${bind.text(reason)} AS reason`;
}

function selectClockSkew({ sources, range }: Scope): Sql {
  const ahead = sql`${millisOf(sql`ts`)} > ${quotient(sql`seq`, sql`1000`)} + ${whole(skewToleratedMs)}`;
  return sql`
    SELECT 101 AS place, 'clock_skew' AS checked, CASE WHEN value = 0 THEN 'ok' ELSE 'warning' END AS status, value,
      CASE WHEN value > 0 THEN latest END AS last_at,
      CASE WHEN value = 0 THEN ''
        ELSE 'Records were dated ahead of their arrival: check the clock of the server that sends them.' END AS reason
    FROM (
      SELECT count(*) AS value, max(ts) AS latest FROM ${sources.hits(range)} AS hit WHERE ${ahead}) AS skewed`;
}

/** The one check that needs somebody who runs the server. */
function selectRefused({ countRefused }: Scope): Sql {
  const { records, lastAt } = countRefused();
  const reason =
    records === 0
      ? ''
      : 'Accepted records could not be stored and are kept aside: run footfall spool list on the server.';
  return sql`
    SELECT 102 AS place, 'refused_records' AS checked, ${bind.text(records === 0 ? 'ok' : 'error')} AS status,
      ${bind.integer(records)} AS value, ${records === 0 ? sql`NULL` : bind.instant(lastAt)} AS last_at,
      ${bind.text(reason)} AS reason`;
}
