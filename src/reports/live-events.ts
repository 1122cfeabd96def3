import { noMoney } from '../store/analytics/dialect.ts';
import { type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { lastKnown, liveSpan } from './rows/live-window.ts';
import type { Scope } from './rows/scope.ts';

/** For the dashboard: it has neither a path nor a name. */
export const liveEvents = defineReport({
  name: null,
  path: null,
  title: 'Newest records',
  summary: 'The newest records of the last five minutes.',
  dates: 'none',
  takesFilters: false,
  defaultLimit: 20,
  parameters: {},
  columns: [
    { name: 'ts', kind: 'instant', description: 'Time of the record.' },
    { name: 'type', kind: 'text', description: 'pageview, custom, automatic, goal, payment or identify.' },
    { name: 'path', kind: 'text', description: 'Path of a pageview.', nullable: true },
    { name: 'name', kind: 'text', description: 'Name of a goal or event.', nullable: true },
    { name: 'amount', kind: 'money', description: 'Amount of a payment.', nullable: true },
    { name: 'currency', kind: 'text', description: 'Its currency.', nullable: true },
    { name: 'country', kind: 'text', description: 'ISO-2 code of the visitor; ZZ is unknown.' },
    { name: 'device', kind: 'text', description: 'desktop, mobile, tablet or unknown.' },
    { name: 'browser', kind: 'text', description: 'Browser, or unknown.' },
    { name: 'visitor_id', kind: 'text', description: 'The visitor.' },
  ],
  sql: (scope) => sql`
    SELECT ts, type, nullIf(record_path, '') AS path, nullIf(record_name, '') AS name,
      CASE WHEN type = 'payment' THEN record_amount END AS amount, nullIf(record_currency, '') AS currency,
      CASE WHEN place = '' THEN 'ZZ' ELSE place END AS country, CASE WHEN kind = '' THEN 'unknown' ELSE kind END AS device,
      CASE WHEN program = '' THEN 'unknown' ELSE program END AS browser, visitor_id
    FROM (
      SELECT ts, seq, visitor_id, type, record_path, record_name, record_amount, record_currency,
        ${lastKnown(sql`record_place`)} AS place, ${lastKnown(sql`record_kind`)} AS kind,
        ${lastKnown(sql`record_program`)} AS program
      FROM ${buildRecords(scope)} AS record) AS known
    ORDER BY ts DESC, seq DESC
    LIMIT ${whole(scope.limit)}`,
});

/** An event has two rows with the same seq: a hit, which has its place, and one that has its name. */
function buildRecords(scope: Scope): Sql {
  const span = liveSpan(scope);
  const { recent, conversions, automatics, payments } = scope.sources;
  const origin = sql`website_id, ts, seq, visitor_id, visitor_hash`;
  const unpaid = sql`${noMoney} AS amount, '' AS currency`;
  const nowhere = sql`'' AS country, '' AS device, '' AS browser`;
  return sql`(
    SELECT ${origin}, type, max(path) AS record_path, max(name) AS record_name, sum(amount) AS record_amount,
      max(currency) AS record_currency, max(country) AS record_place, max(device) AS record_kind,
      max(browser) AS record_program
    FROM (
      SELECT ${origin}, CAST(type AS VARCHAR) AS type, CASE WHEN type = 'pageview' THEN path ELSE '' END AS path,
        '' AS name, ${unpaid}, country, device, browser
      FROM ${recent(span)} AS hit WHERE type IN ('pageview', 'custom', 'automatic', 'identify')
      UNION ALL
      SELECT ${origin}, CASE WHEN session_id = '' THEN 'goal' ELSE 'custom' END AS type, '' AS path, name, ${unpaid},
        ${nowhere}
      FROM ${conversions(span)} AS conversion
      UNION ALL
      SELECT ${origin}, 'automatic' AS type, '' AS path, name, ${unpaid}, ${nowhere} FROM ${automatics(span)} AS automatic
      UNION ALL
      SELECT ${origin}, 'payment' AS type, '' AS path, '' AS name, amount, CAST(currency AS VARCHAR) AS currency, ${nowhere}
      FROM ${payments(span)} AS payment) AS part
    GROUP BY ${origin}, type)`;
}
