import { visitorId } from '../contract/parameters.ts';
import { noMoney } from '../store/analytics/dialect.ts';
import { bind, identifier, joinSql, type Sql, sql } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { definePerson, goesFirst } from './rows/persons.ts';
import type { Scope } from './rows/scope.ts';

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
    {
      name: 'traits',
      kind: 'json',
      description: "Those of the latest identify; of a person whom a server identified, the server's.",
    },
  ],
  sql(scope, { visitor_id }) {
    const visitor = bind.text(visitor_id);
    const { definition, isTheirs } = definePerson(scope, visitor);
    return sql`
      WITH ${definition}
      SELECT ${visitor} AS visitor_id, CASE WHEN identity.identities > 0 THEN 1 ELSE 0 END AS identified,
        record.first_seen AS first_seen, record.last_seen AS last_seen, session.sessions AS sessions,
        record.pageviews AS pageviews, record.conversions AS conversions, record.revenue AS revenue,
        ${or('country', 'ZZ')}, ${or('device', 'unknown')}, ${or('browser', 'unknown')}, ${or('os', 'unknown')},
        ${or('language', 'unknown')}, ${or('first_source', '(direct)')}, ${or('last_source', '(direct)')},
        CASE WHEN identity.identities > 0 THEN identity.first_traits ELSE '{}' END AS traits
      FROM ${buildTotals(scope, isTheirs)} AS record
      CROSS JOIN ${buildSessions(scope, isTheirs)} AS session
      CROSS JOIN ${buildIdentity(scope, isTheirs)} AS identity
      WHERE record.records > 0`;
  },
});

/** Without a session in the range every fact is empty. */
function or(name: string, emptyWord: string): Sql {
  const fact = sql`coalesce(session.${identifier(name)}, '')`;
  return sql`CASE WHEN ${fact} = '' THEN ${bind.text(emptyWord)} ELSE ${fact} END AS ${identifier(name)}`;
}

function buildTotals(scope: Scope, isTheirs: Sql): Sql {
  const { hits, conversions, payments, paymentsInOthers, identities, reached } = scope.sources;
  const isView = sql`CASE WHEN type = 'pageview' THEN 1 ELSE 0 END`;
  const isCustom = sql`CASE WHEN type = 'custom' THEN 1 ELSE 0 END`;
  const goals = reached
    ? sql`SELECT ts, 0 AS viewed, 1 AS converted, ${noMoney} AS paid
      FROM ${reached.conversions(scope.range)} AS reaching WHERE ${isTheirs}
      UNION ALL`
    : sql``;
  // They bring no revenue, but the visitor was seen.
  const otherPayments = paymentsInOthers
    ? sql`SELECT ts, 0 AS viewed, 0 AS converted, ${noMoney} AS paid
      FROM ${paymentsInOthers(scope.range)} AS payment WHERE ${isTheirs}
      UNION ALL`
    : sql``;
  return sql`(
    SELECT count(*) AS records, min(ts) AS first_seen, max(ts) AS last_seen, coalesce(sum(viewed), 0) AS pageviews,
      coalesce(sum(converted), 0) AS conversions, coalesce(sum(paid), 0) AS revenue
    FROM (
      SELECT ts, ${isView} AS viewed, ${isCustom} AS converted, ${noMoney} AS paid
      FROM ${hits(scope.range)} AS hit WHERE ${isTheirs}
      UNION ALL
      ${goals}
      ${otherPayments}
      SELECT ts, 0 AS viewed, 1 AS converted, ${noMoney} AS paid
      FROM ${conversions(scope.range)} AS goal WHERE session_id = '' AND ${isTheirs}
      UNION ALL
      SELECT ts, 0 AS viewed, 0 AS converted, amount AS paid
      FROM ${payments(scope.range)} AS payment WHERE ${isTheirs}
      UNION ALL
      SELECT ts, 0 AS viewed, 0 AS converted, ${noMoney} AS paid
      FROM ${identities(isTheirs)} AS identity WHERE ${scope.within}) AS record)`;
}

/** Of the sessions with a hit of theirs in the range: how many began in it, and facts of the first and last. */
function buildSessions(scope: Scope, isTheirs: Sql): Sql {
  const order = sql`(began_at, began_seq)`;
  const source = dimensions.source.value;
  const ofLast = (['country', 'device', 'browser', 'os', 'language'] as const).map(
    (fact) => sql`argMax(${identifier(fact)}, ${order}) AS ${identifier(fact)}`,
  );
  return sql`(
    SELECT count(DISTINCT session_hash) FILTER (WHERE began_at >= ${scope.from} AND began_at < ${scope.to}) AS sessions,
      ${joinSql(ofLast, sql`, `)},
      argMin(${source}, ${order}) AS first_source, argMax(${source}, ${order}) AS last_source
    FROM ${scope.sources.visits(scope.range)} AS visit WHERE ${isTheirs})`;
}

function buildIdentity({ sources }: Scope, isTheirs: Sql): Sql {
  return sql`(
    SELECT count(*) AS identities, argMax(traits, ${goesFirst}) AS first_traits
    FROM ${sources.identities(isTheirs)} AS identity)`;
}
