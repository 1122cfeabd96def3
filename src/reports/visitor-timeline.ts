import { bind, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { visitorId } from './question/parameters.ts';
import { buildCreditsWithIds } from './rows/credits.ts';
import { buildIsOfPerson } from './rows/persons.ts';
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
  drawing: 'table',
  columns: [
    { name: 'ts', kind: 'instant', description: 'Time of the record.' },
    {
      name: 'type',
      kind: 'text',
      example: 'custom',
      description: 'pageview, custom, goal, payment or identify.',
    },
    {
      name: 'path',
      kind: 'text',
      example: '/pricing',
      description: 'Path of a pageview or custom event.',
      nullable: true,
    },
    {
      name: 'name',
      kind: 'text',
      example: 'signup',
      description: 'Name of a goal or custom event.',
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
    const isOfPerson = buildIsOfPerson(scope, bind.string(visitor_id));
    const isTheirs = sql`${scope.within} AND ${isOfPerson}`;
    return sql`
      SELECT ts, record_type AS type, nullIf(record_path, '') AS path, nullIf(record_name, '') AS name,
        if(text = '', '{}', text) AS details, if(record_type = 'payment', record_amount, NULL) AS amount,
        nullIf(record_currency, '') AS currency, nullIf(record_session, '') AS session_id
      FROM (${buildHits(scope, isTheirs)} UNION ALL ${buildOthers(scope, isTheirs, isOfPerson)})
      ORDER BY ts DESC, seq DESC
      LIMIT ${whole(scope.limit)}`;
  },
});

/** A custom event is a hit and a conversion of one moment: one row. */
function buildHits({ hits, conversions }: Scope, isTheirs: Sql): Sql {
  return sql`
    SELECT hit.ts AS ts, hit.seq AS seq, toString(hit.type) AS record_type, hit.path AS record_path,
      custom.name AS record_name, custom.details AS text, toDecimal128(0, 6) AS record_amount,
      '' AS record_currency, hit.session_id AS record_session
    FROM (SELECT * FROM ${hits} WHERE ${isTheirs}) AS hit
    LEFT ANY JOIN (
      SELECT sipHash64(website_id, session_id) AS session_hash, ts, seq, 'custom' AS type, name, details
      FROM ${conversions} WHERE session_id != '' AND ${isTheirs}
    ) AS custom
    ON hit.session_hash = custom.session_hash AND hit.ts = custom.ts AND hit.seq = custom.seq
      AND toString(hit.type) = custom.type`;
}

/** What has no session of its own belongs to the visitor's last one before it. */
function buildOthers(scope: Scope, isTheirs: Sql, isOfPerson: Sql): Sql {
  const { conversions, payments, identities } = scope;
  const records = sql`(
    SELECT website_id, visitor_hash, ts, seq, 'goal' AS record_type, name AS record_name,
      details AS text, toDecimal128(0, 6) AS record_amount, '' AS record_currency
    FROM ${conversions} WHERE session_id = '' AND ${isTheirs}
    UNION ALL
    SELECT website_id, visitor_hash, ts, seq, 'payment', '', '', amount, toString(currency)
    FROM ${payments} WHERE ${isTheirs}
    UNION ALL
    SELECT website_id, visitor_hash, ts, seq, 'identify', '', traits, toDecimal128(0, 6), ''
    FROM ${identities} WHERE ${isTheirs})`;
  return sql`
    SELECT ts, seq, record_type, '' AS record_path, record_name, text, record_amount, record_currency,
      session_id AS record_session
    FROM ${buildCreditsWithIds(scope, records, isOfPerson)}`;
}
