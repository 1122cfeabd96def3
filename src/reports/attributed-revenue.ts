import { millisOf, noMoney, shareOf } from '../store/analytics/dialect.ts';
import {
  always,
  and,
  bind,
  identifier,
  identifiers,
  joinSql,
  type Sql,
  sql,
  whole,
} from '../store/analytics/sql.ts';
import { factNames, type SessionFacts } from '../store/analytics/tables.ts';
import { defineReport } from './define-report.ts';
import { choice } from './question/parameters.ts';
import { dimensions } from './rows/dimensions.ts';
import { withPersons } from './rows/persons.ts';
import type { Scope } from './rows/scope.ts';
import { rounded } from './rows/tail.ts';

const lookbackMs = 30 * 86_400_000;

/** Which of a payment's sessions goes first; all models but `linear` credit that one alone. */
const models = {
  last_non_direct: sql`CASE WHEN channel IN ('', 'Direct') THEN 1 ELSE 0 END ASC, began_ms DESC, began_seq DESC`,
  first: sql`began_ms ASC, began_seq ASC`,
  last: sql`began_ms DESC, began_seq DESC`,
  linear: sql`began_ms DESC, began_seq DESC`,
} as const;

type Model = keyof typeof models;
const modelNames = Object.keys(models) as Model[];

const touchFacts = [
  'channel',
  'utm_source',
  'referrer_host',
  'utm_medium',
  'utm_campaign',
] as const satisfies readonly (keyof SessionFacts)[];

/** Where a session came from, as a row shows it. */
const touch = sql`
  ${dimensions.channel.value} AS channel, ${dimensions.source.value} AS source, ${dimensions.utmMedium.value} AS medium,
  ${dimensions.utmCampaign.value} AS campaign`;

export const attributedRevenue = defineReport({
  name: 'attributed_revenue',
  path: null,
  title: 'Attributed revenue',
  summary: 'Revenue by the sessions that led to it, at most 30 days before the payment.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {
    model: choice(
      'model',
      'invalid_model',
      modelNames,
      'last_non_direct',
      'Which sessions a payment is credited to: the last that was not direct, the first, the last, or all of them in equal shares.',
    ),
  },
  drawing: 'table',
  columns: [
    { name: 'channel', kind: 'text', example: 'Email', description: 'Marketing channel.' },
    {
      name: 'source',
      kind: 'text',
      example: 'newsletter',
      description: 'UTM source, else the referring host, else (direct).',
    },
    { name: 'medium', kind: 'text', example: 'email', description: 'UTM medium, or (none).' },
    { name: 'campaign', kind: 'text', example: 'spring-sale', description: 'UTM campaign, or (none).' },
    { name: 'revenue', kind: 'money', description: 'The share of payments, refunds subtracted.' },
    { name: 'revenue_new', kind: 'money', description: "Of this, visitors' first payments." },
    { name: 'revenue_renewal', kind: 'money', description: 'Of this, later payments.' },
    { name: 'revenue_refund', kind: 'money', description: 'Of this, refunds, negative.' },
    { name: 'payments', kind: 'count', description: 'Payments with a share in it.' },
    {
      name: 'visitors',
      kind: 'count',
      description: 'Distinct persons with a visit from there in the range.',
    },
    { name: 'revenue_per_visitor', kind: 'money', description: 'revenue ÷ visitors, to two decimals.' },
    { name: 'model', kind: 'text', example: 'last_non_direct', description: 'The model used.' },
  ],
  sql: (scope, { model }) => sql`
    SELECT ${ofBoth('channel')}, ${ofBoth('source')}, ${ofBoth('medium')}, ${ofBoth('campaign')},
      credited.revenue AS revenue, credited.revenue_new AS revenue_new, credited.revenue_renewal AS revenue_renewal,
      credited.revenue_refund AS revenue_refund, credited.payments AS payments, coalesce(came.visitors, 0) AS visitors,
      ${rounded(sql`CAST(credited.revenue AS DOUBLE) / nullIf(came.visitors, 0)`)} AS revenue_per_visitor,
      ${bind.text(model)} AS model
    FROM ${buildRevenueByTouch(scope, model)} AS credited
    LEFT JOIN ${buildPersonsByTouch(scope)} AS came
    ON credited.channel = came.channel AND credited.source = came.source AND credited.medium = came.medium
      AND credited.campaign = came.campaign
    ORDER BY revenue DESC, channel ASC, source ASC, medium ASC, campaign ASC
    LIMIT ${whole(scope.limit)}`,
});

function ofBoth(name: string): Sql {
  return sql`credited.${identifier(name)} AS ${identifier(name)}`;
}

function buildRevenueByTouch(scope: Scope, model: Model): Sql {
  const ofClass = (name: string) =>
    sql`sum(CASE WHEN class = ${bind.text(name)} THEN share ELSE ${noMoney} END)`;
  return sql`(
    SELECT channel, source, medium, campaign, sum(share) AS revenue, ${ofClass('new')} AS revenue_new,
      ${ofClass('renewal')} AS revenue_renewal, ${ofClass('refund')} AS revenue_refund,
      count(DISTINCT payment) AS payments
    FROM (SELECT ${touch}, payment, class, share FROM ${buildShares(scope, model)} AS passing) AS shown
    GROUP BY channel, source, medium, campaign)`;
}

/** Persons by where their sessions with a hit in the range came from. */
function buildPersonsByTouch(scope: Scope): Sql {
  const visits = sql`(SELECT website_id, visitor_hash, ${identifiers(touchFacts)} FROM ${scope.visits} AS visit)`;
  return sql`(
    SELECT channel, source, medium, campaign, count(DISTINCT person) AS visitors
    FROM (SELECT person, ${touch} FROM ${withPersons(scope, visits)} AS visit) AS shown
    GROUP BY channel, source, medium, campaign)`;
}

/** Cut towards zero, and the session that goes first gets what remains, so that the shares add up to the amount. */
function buildShares(scope: Scope, model: Model): Sql {
  const each = shareOf(sql`amount`, sql`touches`);
  const share =
    model === 'linear'
      ? sql`CASE WHEN place = 1 THEN amount - ${each} * (touches - 1) ELSE ${each} END`
      : sql`amount`;
  const isCredited = model === 'linear' ? always : sql`place = 1`;
  return sql`(
    SELECT ${identifiers(touchFacts)}, payment, class, ${share} AS share
    FROM (
      SELECT *, count(*) OVER (PARTITION BY payment) AS touches,
        row_number() OVER (PARTITION BY payment ORDER BY ${models[model]}) AS place
      FROM ${buildTouches(scope)} AS touched) AS placed
    WHERE ${and(isCredited, scope.passes)})`;
}

/** Every payment with each of its sessions; one that has none is there once, with the session 0 and empty facts. */
function buildTouches(scope: Scope): Sql {
  const facts = factNames.map(
    (fact) => sql`coalesce(session.${identifier(fact)}, '') AS ${identifier(fact)}`,
  );
  // Each condition compares one side with the other: what mixes both is tried for every pair of rows.
  return sql`(
    SELECT paid.payment AS payment, paid.amount AS amount, paid.class AS class,
      coalesce(session.session_hash, 0) AS session_hash, coalesce(session.began_ms, 0) AS began_ms,
      coalesce(session.began_seq, 0) AS began_seq, ${joinSql(facts, sql`, `)}
    FROM ${buildPayments(scope)} AS paid
    LEFT JOIN ${buildSessionsOfPayers(scope)} AS session
    ON paid.person = session.person AND paid.paid_ms >= session.began_ms AND paid.since_ms <= session.began_ms)`;
}

function buildPayments(scope: Scope): Sql {
  const paidMs = millisOf(sql`ts`);
  const payments = sql`(
    SELECT website_id, visitor_hash, ${paidMs} AS paid_ms, ${paidMs} - ${whole(lookbackMs)} AS since_ms, class,
      revenue AS amount, row_number() OVER (ORDER BY website_id, visitor_hash, ts, seq) AS payment
    FROM ${scope.unfiltered().payments} AS credit)`;
  return withPersons(scope, payments);
}

/** One row for each person who paid in the range and session that the person has a hit in. */
function buildSessionsOfPayers(scope: Scope): Sql {
  const since = { from: Math.max(0, scope.range.from - lookbackMs) };
  const facts = identifiers(factNames);
  // A session is a payer's also by what they do in it after the range.
  const theirs = sql`(
    SELECT website_id, visitor_hash, session_hash, ${millisOf(sql`began_at`)} AS began_ms, began_seq, ${facts}
    FROM ${scope.sources.visits(since)} AS visit WHERE visitor_hash IN ${buildPayers(scope)})`;
  return sql`(
    SELECT DISTINCT person, session_hash, began_ms, began_seq, ${facts} FROM ${withPersons(scope, theirs)} AS visit)`;
}

/** All visitors who are a person that paid in the range: few among those who came. */
function buildPayers(scope: Scope): Sql {
  const { payments, identities } = scope.sources;
  const paying = withPersons(
    scope,
    sql`(SELECT website_id, visitor_hash FROM ${payments(scope.range)} AS payment)`,
  );
  const identified = withPersons(
    scope,
    sql`(SELECT website_id, visitor_hash FROM ${identities()} AS identified)`,
  );
  return sql`(
    SELECT visitor_hash FROM ${payments(scope.range)} AS payment
    UNION ALL
    SELECT visitor_hash FROM ${identified} AS member
    WHERE person IN (SELECT person FROM ${paying} AS payer))`;
}
