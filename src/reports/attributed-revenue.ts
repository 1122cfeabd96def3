import { bind, identifiers, type Sql, sql, unionAll, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { choice } from './question/parameters.ts';
import { buildSettledSessions } from './rows/credits.ts';
import { combine, dimensions } from './rows/dimensions.ts';
import { buildClassifiedPayments } from './rows/payments.ts';
import { withPersons } from './rows/persons.ts';
import type { Scope } from './rows/scope.ts';
import { buildFilterCondition, buildNamedSessions, buildNonePasses, isTraffic } from './rows/sessions.ts';
import { rounded } from './rows/tail.ts';
import { buildVisits } from './rows/visits.ts';

const lookbackMs = 30 * 86_400_000;

/** Which of a payment's sessions goes first; all models but `linear` credit that one alone. */
const models = {
  last_non_direct: sql`touch.1 != 'Direct' DESC, began_at DESC, session_id DESC`,
  first: sql`began_at ASC, session_id ASC`,
  last: sql`began_at DESC, session_id DESC`,
  linear: sql`began_at DESC, session_id DESC`,
} as const;

type Model = keyof typeof models;
const modelNames = Object.keys(models) as Model[];

const { channel, source, utmMedium, utmCampaign } = dimensions;
const touch = combine([channel, source, utmMedium, utmCampaign]);

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
    SELECT touch.1 AS channel, touch.2 AS source, touch.3 AS medium, touch.4 AS campaign,
      sum(part_revenue) AS revenue, sum(part_new) AS revenue_new, sum(part_renewal) AS revenue_renewal,
      sum(part_refund) AS revenue_refund, sum(part_payments) AS payments, sum(part_visitors) AS visitors,
      ${rounded(sql`toFloat64(revenue) / visitors`)} AS revenue_per_visitor, ${bind.string(model)} AS model
    FROM (${buildRevenueByTouch(scope, model)} UNION ALL ${buildPersonsByTouch(scope)})
    GROUP BY touch
    HAVING payments > 0
    ORDER BY revenue DESC, touch ASC
    LIMIT ${whole(scope.limit)}`,
});

function buildRevenueByTouch(scope: Scope, model: Model): Sql {
  return sql`
    SELECT touch, sum(share) AS part_revenue, sumIf(share, class = 'new') AS part_new,
      sumIf(share, class = 'renewal') AS part_renewal, sumIf(share, class = 'refund') AS part_refund,
      uniqExact(payment) AS part_payments, 0 AS part_visitors
    FROM (${buildShares(scope, model)})
    GROUP BY touch`;
}

/**
 * Persons by where their sessions with a hit in the range came from. Grouped by facts first: there are few, and to make
 * texts of them for every visit takes far longer.
 */
function buildPersonsByTouch(scope: Scope): Sql {
  const none = sql`toDecimal128(0, 6)`;
  return sql`
    SELECT touch, ${none} AS part_revenue, ${none} AS part_new, ${none} AS part_renewal, ${none} AS part_refund,
      0 AS part_payments, arrayUniq(groupArrayArray(persons)) AS part_visitors
    FROM (
      SELECT ${touch.value} AS touch, groupArray(person) AS persons
      FROM ${withPersons(scope, buildVisits(scope, touch.columns))} GROUP BY ${identifiers(touch.columns)})
    GROUP BY touch`;
}

/** Cut towards zero, and the last session gets what remains, so that the shares add up to the amount. */
function buildShares(scope: Scope, model: Model): Sql {
  const each = sql`toDecimal128(amount / touches, 6)`;
  const share =
    model === 'linear' ? sql`if(place = 1, amount - ${each} * (touches - 1), ${each})` : sql`amount`;
  const credited = model === 'linear' ? sql`(place = 1 OR is_session)` : sql`place = 1`;
  return sql`
    SELECT touch, payment, class, ${share} AS share
    FROM (
      SELECT *, greatest(sum(is_session) OVER (PARTITION BY payment), 1) AS touches,
        row_number() OVER (PARTITION BY payment ORDER BY is_session DESC, ${models[model]}) AS place
      FROM ${buildTouches(scope)})
    WHERE passes AND ${credited}`;
}

/** Every payment with each of its sessions, and once with none. */
function buildTouches(scope: Scope): Sql {
  const payments = buildPayments(scope);
  const age = sql`toUnixTimestamp64Milli(paid_at) - toUnixTimestamp64Milli(began_at)`;
  return sql`(
    SELECT payment, amount, class, 1 AS is_session, began_at, session_id, touch, passes
    FROM ${payments} AS paid JOIN ${buildSessionsOfPayers(scope)} AS session ON paid.payer = session.person
    WHERE ${age} BETWEEN 0 AND ${whole(lookbackMs)}
    UNION ALL
    SELECT payment, amount, class, 0 AS is_session, paid_at AS began_at, '' AS session_id,
      ('Direct', '(direct)', '(none)', '(none)') AS touch, ${buildNonePasses(scope)} AS passes
    FROM ${payments})`;
}

function buildPayments(scope: Scope): Sql {
  const classified = sql`(SELECT * FROM ${buildClassifiedPayments(scope)} WHERE ${scope.within})`;
  return sql`(
    SELECT sipHash64(website_id, transaction_id) AS payment, ts AS paid_at, amount, class, person AS payer
    FROM ${withPersons(scope, classified)})`;
}

/** All visitors who are a person that paid in the range. One value, so that the engine works it out once. */
function buildPayers(scope: Scope): Sql {
  const paying = withPersons(scope, scope.paymentsWith(sql`website_id, visitor_hash`, scope.within));
  return sql`(
    SELECT groupUniqArray(visitor_hash) FROM (
      SELECT visitor_hash FROM ${paying}
      UNION ALL
      SELECT visitor_hash FROM ${withPersons(scope, scope.identities)} WHERE person IN (SELECT person FROM ${paying})))`;
}

/** One row for each person and session that the person has a hit in. */
function buildSessionsOfPayers(scope: Scope): Sql {
  const { from, settled } = scope.over({
    ...scope.range,
    from: Math.max(0, scope.range.from - lookbackMs),
  });
  const isTheirs = sql`visitor_hash IN (SELECT arrayJoin(${buildPayers(scope)}))`;
  const ofSettled = buildSettledSessions(scope, touch.columns, isTheirs, settled.sessions);
  const touched = sql`session_hash IN (
    SELECT session_hash FROM ${settled.looseHits(sql`session_hash, visitor_hash`, sql`${isTraffic} AND day >= toDate(${from})`)}
    WHERE ${isTheirs})`;
  const loose = buildNamedSessions(scope, touch.columns, (needed) => settled.looseHits(needed, touched));
  const shown = sql`${touch.value} AS touch, ${buildFilterCondition(scope)} AS passes`;
  const visits = unionAll([
    ofSettled &&
      sql`
        SELECT session_website AS website_id, session_visitor AS visitor_hash, session_began_at AS began_at,
          sipHash64(session_website, began_at) AS session, '' AS session_id, ${shown}
        FROM (${ofSettled})`,
    sql`
      SELECT session_website AS website_id, arrayJoin(all_visitors) AS visitor_hash, began_at, session_hash AS session,
        session_id, ${shown}
      FROM ${loose}`,
  ]);
  return sql`(
    SELECT person, session_id, began_at, touch, passes FROM ${withPersons(scope, sql`(${visits})`)}
    LIMIT 1 BY person, session)`;
}
