import { groupKeyOf, noMoney } from '../store/analytics/dialect.ts';
import { bind, joinSql, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { type Model, model } from './question/models.ts';
import { buildShares } from './rows/attribution.ts';
import { dimensions } from './rows/dimensions.ts';
import { withPersons } from './rows/persons.ts';
import type { Scope } from './rows/scope.ts';
import { rounded } from './rows/tail.ts';

/** Where a session came from, as a row shows it. */
const touch = [
  { name: sql`channel`, value: dimensions.channel.value },
  { name: sql`source`, value: dimensions.source.value },
  { name: sql`medium`, value: dimensions.utmMedium.value },
  { name: sql`campaign`, value: dimensions.utmCampaign.value },
] as const;
const touchNames = joinSql(
  touch.map(({ name }) => name),
  sql`, `,
);

export const attributedRevenue = defineReport({
  name: 'attributed_revenue',
  path: null,
  title: 'Attributed revenue',
  summary: 'Revenue by the sessions that led to it, at most 30 days before the payment.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: { model },
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
  sql: (scope, { model: chosen }) => sql`
    SELECT ${touchNames}, revenue, revenue_new, revenue_renewal, revenue_refund, payments,
      coalesce(came.visitors, 0) AS visitors,
      ${rounded(sql`CAST(revenue AS DOUBLE) / nullIf(came.visitors, 0)`)} AS revenue_per_visitor,
      ${bind.text(chosen)} AS model
    FROM ${buildRevenueByTouch(scope, chosen)} AS credited
    LEFT JOIN ${buildPersonsByTouch(scope)} AS came ON credited.touch = came.touch
    ORDER BY revenue DESC, channel ASC, source ASC, medium ASC, campaign ASC
    LIMIT ${whole(scope.limit)}`,
});

function buildRevenueByTouch(scope: Scope, chosen: Model): Sql {
  const ofClass = (name: string) =>
    sql`sum(CASE WHEN class = ${bind.text(name)} THEN share ELSE ${noMoney} END)`;
  const shown = joinSql(
    touch.map(({ name, value }) => sql`${value} AS ${name}`),
    sql`, `,
  );
  return sql`(
    SELECT ${touchNames}, ${groupKeyOf(touch.map(({ name }) => name))} AS touch, sum(share) AS revenue,
      ${ofClass('new')} AS revenue_new, ${ofClass('renewal')} AS revenue_renewal, ${ofClass('refund')} AS revenue_refund,
      count(DISTINCT payment) AS payments
    FROM (SELECT ${shown}, payment, class, share FROM ${buildShares(scope, chosen)} AS passing) AS shown
    GROUP BY ${touchNames})`;
}

/** Persons by where their sessions with a hit in the range came from. A number stands for the texts of each visit. */
function buildPersonsByTouch(scope: Scope): Sql {
  const key = groupKeyOf(touch.map(({ value }) => value));
  const visits = sql`(SELECT website_id, visitor_hash, ${key} AS touch FROM ${scope.visits} AS visit)`;
  return sql`(
    SELECT touch, count(DISTINCT person) AS visitors FROM ${withPersons(scope, visits)} AS visit GROUP BY touch)`;
}
