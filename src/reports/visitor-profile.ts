import { bind, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { visitorId } from './question/parameters.ts';
import { combine, dimensions } from './rows/dimensions.ts';
import { buildIsOfPerson } from './rows/persons.ts';
import type { Scope } from './rows/scope.ts';
import { buildSessionsWith } from './rows/sessions.ts';

const { country, device, browser, os, language, source } = dimensions;
const facts = combine([country, device, browser, os, language, source]);

export const visitorProfile = defineReport({
  name: 'visitor_profile',
  path: null,
  title: 'Visitor profile',
  summary:
    'One visitor in one row, together with all visitors that were identified as the same person; no row where there is nothing in the range.',
  dates: 'days',
  takesFilters: false,
  defaultLimit: 1,
  parameters: { visitor_id: visitorId },
  drawing: 'figures',
  columns: [
    { name: 'visitor_id', kind: 'text', example: '0e1c9f7a-2b6d-4f0e-8d5c', description: 'As asked for.' },
    { name: 'identified', kind: 'flag', description: 'Whether the visitor was ever identified.' },
    { name: 'first_seen', kind: 'instant', description: 'The earliest record in the range.' },
    { name: 'last_seen', kind: 'instant', description: 'The latest record in the range.' },
    { name: 'sessions', kind: 'count', description: 'Sessions that began in the range.' },
    { name: 'pageviews', kind: 'count', description: 'Pageviews.' },
    { name: 'conversions', kind: 'count', description: 'Goal conversions and custom events.' },
    { name: 'revenue', kind: 'money', description: 'Sum of payments, refunds subtracted, in major units.' },
    { name: 'country', kind: 'text', example: 'DE', description: 'Of the last session; ZZ is unknown.' },
    { name: 'device', kind: 'text', example: 'mobile', description: 'Of the last session, or unknown.' },
    { name: 'browser', kind: 'text', example: 'Firefox', description: 'Of the last session, or unknown.' },
    { name: 'os', kind: 'text', example: 'Android', description: 'Of the last session, or unknown.' },
    { name: 'language', kind: 'text', example: 'de-DE', description: 'Of the last session, or unknown.' },
    {
      name: 'first_source',
      kind: 'text',
      example: 'newsletter',
      description: 'Source of the first session.',
    },
    { name: 'last_source', kind: 'text', example: '(direct)', description: 'Source of the last session.' },
    { name: 'traits', kind: 'json', description: 'Those of the latest identify.' },
  ],
  sql(scope, { visitor_id }) {
    const visitor = bind.string(visitor_id);
    const isTheirs = buildIsOfPerson(scope, visitor);
    return sql`
      SELECT ${visitor} AS visitor_id, toBool(identity.identities > 0) AS identified, record.first_seen AS first_seen,
        record.last_seen AS last_seen, session.sessions AS sessions, record.pageviews AS pageviews,
        record.conversions AS conversions, record.revenue AS revenue, ${lastFact(1, 'ZZ')} AS country,
        ${lastFact(2, 'unknown')} AS device, ${lastFact(3, 'unknown')} AS browser, ${lastFact(4, 'unknown')} AS os,
        ${lastFact(5, 'unknown')} AS language,
        if(session.first_source = '', '(direct)', session.first_source) AS first_source,
        ${lastFact(6, '(direct)')} AS last_source,
        if(identity.identities = 0, '{}', identity.latest_traits) AS traits
      FROM ${buildTotals(scope, isTheirs)} AS record
      CROSS JOIN ${buildVisits(scope, isTheirs)} AS session
      CROSS JOIN ${buildIdentity(scope, isTheirs)} AS identity
      WHERE record.records > 0`;
  },
});

/** Without a session in the range every fact is empty. */
function lastFact(place: number, emptyWord: string): Sql {
  const fact = sql`session.last_facts.${whole(place)}`;
  return sql`if(${fact} = '', ${bind.string(emptyWord)}, ${fact})`;
}

function buildTotals(scope: Scope, isTheirs: Sql): Sql {
  const { hits, conversions, payments, identities, within } = scope;
  const unpaid = sql`toDecimal128(0, 6) AS paid`;
  return sql`(
    SELECT count() AS records, min(ts) AS first_seen, max(ts) AS last_seen, toUInt64(sum(viewed)) AS pageviews,
      toUInt64(sum(converted)) AS conversions, sum(paid) AS revenue
    FROM (
      SELECT ts, type = 'pageview' AS viewed, type = 'custom' AS converted, ${unpaid}
      FROM ${hits} WHERE ${within} AND ${isTheirs}
      UNION ALL
      SELECT ts, 0 AS viewed, 1 AS converted, ${unpaid}
      FROM ${conversions} WHERE session_id = '' AND ${within} AND ${isTheirs}
      UNION ALL
      SELECT ts, 0 AS viewed, 0 AS converted, amount AS paid FROM ${payments} WHERE ${within} AND ${isTheirs}
      UNION ALL
      SELECT ts, 0 AS viewed, 0 AS converted, ${unpaid} FROM ${identities} WHERE ${within} AND ${isTheirs}))`;
}

/** Of the sessions with a hit of theirs in the range: how many began in it, and facts of the first and last. */
function buildVisits(scope: Scope, isTheirs: Sql): Sql {
  const hit = sql`${scope.within} AND ${isTheirs}`;
  const order = sql`(began_at, session_id, session_website)`;
  return sql`(
    SELECT countIf(began_at >= ${scope.from} AND began_at < ${scope.to}) AS sessions,
      argMax(${facts.value}, ${order}) AS last_facts, argMin(${source.value}, ${order}) AS first_source
    FROM ${buildSessionsWith(scope, facts.columns, hit)})`;
}

function buildIdentity(scope: Scope, isTheirs: Sql): Sql {
  return sql`(
    SELECT count() AS identities, argMax(traits, (ts, seq)) AS latest_traits
    FROM ${scope.identities} WHERE ${isTheirs})`;
}
