import { visitorId } from '../contract/parameters.ts';
import { noMoney } from '../store/analytics/dialect.ts';
import { bind, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildNamedSessions } from './rows/named-sessions.ts';
import { definePerson } from './rows/persons.ts';
import type { Scope } from './rows/scope.ts';

export const visitorTimeline = defineReport({
  name: 'visitor_timeline',
  path: null,
  title: 'Visitor timeline',
  summary:
    'What one visitor did, newest first, together with all visitors that were identified as the same person.',
  dates: 'days',
  takesFilters: false,
  defaultLimit: 100,
  parameters: { visitor_id: visitorId },
  columns: [
    { name: 'ts', kind: 'instant', description: 'Time of the record.' },
    {
      name: 'type',
      kind: 'text',
      example: 'custom',
      description: 'pageview, custom, automatic, goal, payment or identify.',
    },
    {
      name: 'path',
      kind: 'text',
      example: '/pricing',
      description: 'Path of a pageview, custom or automatic event.',
      nullable: true,
    },
    {
      name: 'name',
      kind: 'text',
      example: 'signup',
      description: 'Name of a goal, custom or automatic event.',
      nullable: true,
    },
    { name: 'details', kind: 'json', description: 'The properties as sent; of an identify, the traits.' },
    { name: 'amount', kind: 'money', description: 'Amount of a payment.', nullable: true },
    { name: 'currency', kind: 'text', example: 'EUR', description: 'Its currency.', nullable: true },
    {
      name: 'session_id',
      kind: 'text',
      example: '6f1d2c3b-51f0-4c39-9d0e-7a5f1f6b2c10',
      description: 'The session it belongs to.',
      nullable: true,
    },
  ],
  sql(scope, { visitor_id }) {
    const { definition, isTheirs } = definePerson(scope, bind.text(visitor_id));
    return sql`
      WITH ${definition}
      SELECT ts, record_type AS type, nullIf(record_path, '') AS path, nullIf(record_name, '') AS name,
        CASE WHEN text = '' THEN '{}' ELSE text END AS details,
        CASE WHEN record_type = 'payment' THEN record_amount END AS amount,
        nullIf(record_currency, '') AS currency, nullIf(record_session, '') AS session_id
      FROM (${selectHits(scope, isTheirs)} UNION ALL ${selectOthers(scope, isTheirs)}) AS record
      ORDER BY ts DESC, seq DESC
      LIMIT ${whole(scope.limit)}`;
  },
});

/** An event is stored as a hit and as a row with its name and properties; they are one row here. */
function selectHits({ sources, range }: Scope, isTheirs: Sql): Sql {
  return sql`
    SELECT hit.ts AS ts, hit.seq AS seq, CAST(hit.type AS VARCHAR) AS record_type, hit.path AS record_path,
      coalesce(event.name, '') AS record_name, coalesce(event.details, '') AS text, ${noMoney} AS record_amount,
      '' AS record_currency, hit.session_id AS record_session
    FROM (SELECT * FROM ${sources.hits(range)} AS each_hit WHERE ${isTheirs}) AS hit
    LEFT JOIN (
      SELECT session_hash, ts, seq, 'custom' AS type, name, details
      FROM ${sources.conversions(range)} AS conversion WHERE session_id != '' AND ${isTheirs}
      UNION ALL
      SELECT session_hash, ts, seq, 'automatic' AS type, name, details
      FROM ${sources.automatics(range)} AS automatic WHERE ${isTheirs}
    ) AS event
    ON hit.session_hash = event.session_hash AND hit.ts = event.ts AND hit.seq = event.seq
      AND CAST(hit.type AS VARCHAR) = event.type`;
}

/** A record without a session belongs to the visitor's last session before it. */
function selectOthers(scope: Scope, isTheirs: Sql): Sql {
  return sql`
    SELECT record.ts AS ts, record.seq AS seq, record.type AS record_type, '' AS record_path,
      record.name AS record_name, record.text AS text, record.amount AS record_amount,
      record.currency AS record_currency, coalesce(session.session_id, '') AS record_session
    FROM ${buildOthers(scope, isTheirs)} AS record
    ASOF LEFT JOIN ${buildNamedSessions(scope, isTheirs)} AS session
    ON record.website_id = session.website_id AND record.visitor_hash = session.visitor_hash
      AND record.ts >= session.began_at`;
}

function buildOthers({ sources, range, within }: Scope, isTheirs: Sql): Sql {
  const origin = sql`website_id, visitor_hash, ts, seq`;
  return sql`(
    SELECT ${origin}, 'goal' AS type, name, details AS text, ${noMoney} AS amount, '' AS currency
    FROM ${sources.conversions(range)} AS goal WHERE session_id = '' AND ${isTheirs}
    UNION ALL
    SELECT ${origin}, 'payment' AS type, '' AS name, '' AS text, amount, CAST(currency AS VARCHAR) AS currency
    FROM ${sources.payments(range)} AS payment WHERE ${isTheirs}
    UNION ALL
    SELECT ${origin}, 'identify' AS type, '' AS name, traits AS text, ${noMoney} AS amount, '' AS currency
    FROM ${sources.identities(isTheirs)} AS identity WHERE ${within})`;
}
