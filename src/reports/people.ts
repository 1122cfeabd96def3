import * as z from 'zod';
import { choice, type Parameter } from '../contract/parameters.ts';
import { findSingle } from '../contract/raw-query.ts';
import { matches, noMoney } from '../store/analytics/dialect.ts';
import {
  always,
  and,
  andMentioned,
  bind,
  identifier,
  joinSql,
  type Sql,
  sql,
  unionAll,
  whole,
} from '../store/analytics/sql.ts';
import { factNames } from '../store/analytics/tables.ts';
import type { Column } from './columns.ts';
import { defineReport } from './define-report.ts';
import { selectPaid } from './rows/attribution.ts';
import { dimensions } from './rows/dimensions.ts';
import { goesFirst, withPersons } from './rows/persons.ts';
import type { Scope } from './rows/scope.ts';

const columns: readonly Column[] = [
  { name: 'visitor_id', kind: 'text', description: 'The visitor that the person was last seen as.' },
  { name: 'identified', kind: 'flag', description: 'Whether the person was ever identified.' },
  { name: 'traits', kind: 'json', description: 'As in the profile.' },
  { name: 'first_seen', kind: 'instant', description: 'The earliest record in the range.' },
  { name: 'last_seen', kind: 'instant', description: 'The latest record in the range.' },
  { name: 'sessions', kind: 'count', description: 'Sessions that began in the range.' },
  { name: 'pageviews', kind: 'count', description: 'Pageviews.' },
  { name: 'conversions', kind: 'count', description: 'Goal conversions and custom events.' },
  { name: 'revenue', kind: 'money', description: 'Sum of payments, refunds subtracted.' },
  { name: 'country', kind: 'text', description: 'Of the last session; ZZ is unknown.' },
  { name: 'device', kind: 'text', description: 'Of the last session, or unknown.' },
  { name: 'browser', kind: 'text', description: 'Of the last session, or unknown.' },
  { name: 'channel', kind: 'text', description: 'Of the last session.' },
  { name: 'source', kind: 'text', description: 'Of the last session.' },
  { name: 'total', kind: 'count', description: 'How many people there are in all, in every row.' },
];

const sortable = ['last_seen', 'first_seen', 'sessions', 'pageviews', 'conversions', 'revenue'] as const;

const who = choice('who', 'invalid_mode', ['all', 'identified', 'customers'], 'all', 'Which people.');
const sort = choice('sort', 'invalid_mode', sortable, 'last_seen', 'What they are ordered by.');
const direction = choice('direction', 'invalid_mode', ['desc', 'asc'], 'desc', 'Which end comes first.');

const longestSearch = 100;

/** Case-insensitive, in the ID or in texts of the traits. */
const search: Parameter<string> = {
  in: 'query',
  code: 'invalid_filter',
  schema: z.string(),
  parse: (query) => (findSingle(query, 'search', 'invalid_filter') ?? '').trim().slice(0, longestSearch),
};

/** For the dashboard: everybody with traffic, a goal or a payment in the range that passes the filters. */
export const people = defineReport({
  name: null,
  path: null,
  title: 'People',
  summary: 'Who came, converted or paid in the range: one row a person.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: { who, sort, direction, search },
  columns,
  sql: (scope, inputs) => sql`
    SELECT *, count(*) OVER () AS total
    FROM ${buildPeople(scope)} AS person
    WHERE ${and(selectGroup(inputs.who), inputs.search === '' ? always : selectFound(inputs.search))}
    ORDER BY ${identifier(inputs.sort)} ${inputs.direction === 'asc' ? sql`ASC` : sql`DESC`}, ${ties}
    LIMIT ${whole(scope.limit)} OFFSET ${whole(scope.skip)}`,
});

/** Visitors of different websites may have the same id, so the order needs more columns. */
const ties = sql`visitor_id ASC, first_seen ASC, sessions ASC, pageviews ASC, conversions ASC, revenue ASC, identified ASC,
  country ASC, device ASC, browser ASC, channel ASC, source ASC`;

function selectGroup(group: 'all' | 'identified' | 'customers'): Sql {
  return { all: always, identified: sql`identified = 1`, customers: sql`payments > 0` }[group];
}

function selectFound(text: string): Sql {
  const wanted = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const inValue = bind.text(`(?i):\\s*"(?:[^"\\\\]|\\\\.)*${wanted}`);
  return sql`(${matches(sql`visitor_id`, bind.text(`(?i)${wanted}`))} OR ${matches(sql`traits`, inValue)})`;
}

function buildPeople(scope: Scope): Sql {
  return sql`(
    SELECT record.seen_as AS visitor_id, CASE WHEN coalesce(known.identities, 0) > 0 THEN 1 ELSE 0 END AS identified,
      CASE WHEN coalesce(known.identities, 0) > 0 THEN known.first_traits ELSE '{}' END AS traits,
      record.first_seen AS first_seen, record.last_seen AS last_seen, coalesce(session.sessions, 0) AS sessions,
      record.pageviews AS pageviews, record.conversions AS conversions, record.revenue AS revenue,
      record.payments AS payments, ${joinSql(Object.entries(emptyWords).map(showFact), sql`, `)}
    FROM ${sumRecords(scope)} AS record
    LEFT JOIN ${describeSessions(scope)} AS session ON record.person = session.session_person
    LEFT JOIN ${describeIdentities(scope)} AS known ON record.person = known.known_person)`;
}

const emptyWords = {
  country: 'ZZ',
  device: 'unknown',
  browser: 'unknown',
  channel: 'Direct',
  source: '(direct)',
} as const;

/** Without a session in the range every fact is empty. */
function showFact([name, emptyWord]: readonly [string, string]): Sql {
  const fact = sql`coalesce(session.${identifier(`last_${name}`)}, '')`;
  return sql`CASE WHEN ${fact} = '' THEN ${bind.text(emptyWord)} ELSE ${fact} END AS ${identifier(name)}`;
}

function sumRecords(scope: Scope): Sql {
  return sql`(
    SELECT person, argMax(visitor_id, (ts, visitor_id)) AS seen_as, min(ts) AS first_seen, max(ts) AS last_seen,
      sum(viewed) AS pageviews, sum(converted) AS conversions, sum(amount) AS revenue, sum(paid) AS payments
    FROM ${withPersons(scope, selectRecords(scope))} AS deed
    GROUP BY person)`;
}

function selectRecords(scope: Scope): Sql {
  const whose = sql`website_id, visitor_hash, visitor_id, ts`;
  const nameOfPayers = sql`(
    SELECT visitor_hash AS named_hash, max(visitor_id) AS named_id
    FROM ${scope.sources.payments(scope.range)} AS payment GROUP BY visitor_hash)`;
  return sql`(${unionAll([
    sql`SELECT ${whose}, CASE WHEN type = 'pageview' THEN 1 ELSE 0 END AS viewed, 0 AS converted, ${noMoney} AS amount,
      0 AS paid
    FROM ${scope.hits} AS hit WHERE type IN ('pageview', 'custom')`,
    sql`SELECT ${whose}, 0 AS viewed, 1 AS converted, ${noMoney} AS amount, 0 AS paid FROM ${scope.conversions} AS goal`,
    sql`SELECT website_id, visitor_hash, named_id AS visitor_id, ts, 0 AS viewed, 0 AS converted, revenue AS amount,
      CASE WHEN class = 'refund' THEN 0 ELSE 1 END AS paid
    FROM ${selectPaid(scope, false)} AS credit INNER JOIN ${nameOfPayers} AS payer ON credit.visitor_hash = payer.named_hash`,
  ])})`;
}

function describeSessions(scope: Scope): Sql {
  const visits = sql`(
    SELECT website_id, visitor_hash, session_hash, began_at, began_seq${andMentioned(factNames)}
    FROM ${scope.visits} AS visit)`;
  const ofLast = (Object.keys(emptyWords) as (keyof typeof emptyWords)[]).map((name) => {
    const value = name === 'source' ? dimensions.source.value : identifier(name);
    return sql`argMax(${value}, (began_at, began_seq)) AS ${identifier(`last_${name}`)}`;
  });
  return sql`(
    SELECT person AS session_person,
      count(DISTINCT session_hash) FILTER (WHERE began_at >= ${scope.from} AND began_at < ${scope.to}) AS sessions,
      ${joinSql(ofLast, sql`, `)}
    FROM ${withPersons(scope, visits)} AS visit
    GROUP BY person)`;
}

function describeIdentities(scope: Scope): Sql {
  const sent = sql`(
    SELECT website_id, visitor_hash, traits, trust, ts, seq FROM ${scope.sources.identities()} AS sent)`;
  return sql`(
    SELECT person AS known_person, count(*) AS identities, argMax(traits, ${goesFirst}) AS first_traits
    FROM ${withPersons(scope, sent)} AS said
    GROUP BY person)`;
}
