import { millisOf, shareOf } from '../../store/analytics/dialect.ts';
import { identifier, mentioned, type Sql, sql, whole } from '../../store/analytics/sql.ts';
import { factNames } from '../../store/analytics/tables.ts';
import type { Model } from '../question/models.ts';
import { listIdentified, withPersons } from './persons.ts';
import type { Scope } from './scope.ts';

const lookbackMs = 30 * 86_400_000;

type SingleTouchModel = Exclude<Model, 'linear'>;

/** Of a payment's sessions the model credits the one with the greatest rank. */
const ranks: Readonly<Record<SingleTouchModel, Sql>> = {
  last_non_direct: sql`(CASE WHEN touch.channel IN ('', 'Direct') THEN 0 ELSE 1 END, touch.began_ms, touch.began_seq)`,
  first: sql`(-touch.began_ms, -touch.began_seq)`,
  last: sql`(touch.began_ms, touch.began_seq)`,
};

const paymentColumns = ['website_id', 'visitor_hash', 'ts', 'slot', 'class'] as const;
const sessionColumns = ['session_hash', ...factNames] as const;
const touchColumns = ['began_ms', 'began_seq', ...sessionColumns] as const;

/**
 * The payments of the range as the model credits them: a row for each session that has a share, with `payment, website_id,
 * visitor_hash, ts, slot, class`, its facts, and the `share`. Filters select the sessions.
 */
export function buildShares(scope: Scope, model: Model): Sql {
  return sql`(
    SELECT payment, ${mentioned([...paymentColumns, ...factNames, 'share'])}
    FROM (${model === 'linear' ? shareEqually(scope) : creditOne(scope, model)}) AS credited
    WHERE ${scope.passes})`;
}

function creditOne(scope: Scope, model: SingleTouchModel): Sql {
  const isOfPayment = (name: string) => (paymentColumns as readonly string[]).includes(name);
  const columns = mentioned([...paymentColumns, ...sessionColumns], (name) => {
    const column = sql`touch.${identifier(name)}`;
    const value = isOfPayment(name) ? sql`min(${column})` : sql`argMax(${column}, ${ranks[model]})`;
    return sql`${value} AS ${identifier(name)}`;
  });
  return sql`
    SELECT touch.payment AS payment, min(touch.amount) AS share, ${columns}
    FROM ${buildTouches(scope, buildVisitsOfPayers(scope))} AS touch
    GROUP BY touch.payment`;
}

/** Shares are rounded towards zero; the last session gets the remainder, so that they add up to the amount. */
function shareEqually(scope: Scope): Sql {
  const each = shareOf(sql`amount`, sql`touches`);
  return sql`
    SELECT *, CASE WHEN place = 1 THEN amount - ${each} * (touches - 1) ELSE ${each} END AS share
    FROM (
      SELECT *, count(*) OVER (PARTITION BY payment) AS touches,
        row_number() OVER (PARTITION BY payment ORDER BY began_ms DESC, began_seq DESC, session_hash) AS place
      FROM ${buildTouches(scope, sql`(SELECT DISTINCT * FROM ${buildVisitsOfPayers(scope)} AS visit)`)} AS touched) AS placed`;
}

/** Every payment with each of its sessions; a payment without one appears once, with the session 0 and empty facts. */
function buildTouches(scope: Scope, sessions: Sql): Sql {
  const isText = (name: string) => (factNames as readonly string[]).includes(name);
  const ofSession = mentioned(touchColumns, (name) => {
    const none = isText(name) ? sql`''` : sql`0`;
    return sql`coalesce(session.${identifier(name)}, ${none}) AS ${identifier(name)}`;
  });
  // Each condition compares one side with the other: one that mixes both sides would be tried for every pair of rows.
  return sql`(
    SELECT paid.payment AS payment, paid.website_id AS website_id, paid.visitor_hash AS visitor_hash, paid.ts AS ts, paid.slot AS slot,
      paid.amount AS amount, paid.class AS class, ${ofSession}
    FROM ${buildPayments(scope)} AS paid
    LEFT JOIN ${sessions} AS session
    ON paid.person = session.person AND paid.paid_ms >= session.began_ms AND paid.since_ms <= session.began_ms)`;
}

function buildPayments(scope: Scope): Sql {
  const paidMs = millisOf(sql`ts`);
  const payments = sql`(
    SELECT website_id, visitor_hash, ts, slot, ${paidMs} AS paid_ms, ${paidMs} - ${whole(lookbackMs)} AS since_ms, class,
      revenue AS amount, row_number() OVER () AS payment
    FROM ${scope.unfiltered().payments} AS credit)`;
  return withPersons(scope, payments);
}

/** The sessions of all who paid in the range, each once for every visit in it. */
function buildVisitsOfPayers(scope: Scope): Sql {
  const since = { from: Math.max(0, scope.range.from - lookbackMs) };
  // What a payer does in a session after the range counts too.
  const columns = mentioned(touchColumns, (name) =>
    name === 'began_ms' ? sql`${millisOf(sql`began_at`)} AS began_ms` : identifier(name),
  );
  const visits = sql`(
    SELECT website_id, visitor_hash, ${columns}
    FROM ${scope.sources.visits(since)} AS visit WHERE visitor_hash IN ${buildPayers(scope)})`;
  return sql`(
    SELECT person, ${mentioned(touchColumns)}
    FROM ${withPersons(scope, visits)} AS visit)`;
}

/** All visitors of persons who paid in the range: few among those who came. */
function buildPayers(scope: Scope): Sql {
  const paying = sql`SELECT visitor_hash FROM ${scope.sources.payments(scope.range)} AS payment`;
  const identified = listIdentified(scope);
  return sql`(
    ${paying}
    UNION ALL
    SELECT identified_visitor FROM ${identified} AS member WHERE identified_person IN (
      SELECT identified_person FROM ${identified} AS payer WHERE identified_visitor IN (${paying})))`;
}

/**
 * The payments of the range that pass the filters, as shares of one model where the question names one, else by their
 * own sessions: `website_id, visitor_hash, ts, slot, class, revenue` and the facts of the session. Without
 * `tellsSessions` and without filters the credited sessions do not matter, so no model is applied.
 */
export function selectPaid(scope: Scope, tellsSessions: boolean): Sql {
  const { model, payments, isFiltered } = scope;
  const columns = [...paymentColumns, 'revenue', ...factNames] as const;
  if (model === undefined || !(tellsSessions || isFiltered)) {
    return sql`(SELECT ${mentioned(columns)} FROM ${payments} AS credit)`;
  }
  return sql`(
    SELECT payment, ${mentioned(columns, (name) => (name === 'revenue' ? sql`share AS revenue` : identifier(name)))}
    FROM ${buildShares(scope, model)} AS shared)`;
}

/** How many payments `selectPaid` has: one that several sessions share counts once. */
export const countPaid = ({ model, isFiltered }: Scope): Sql =>
  model === 'linear' && isFiltered ? sql`count(DISTINCT payment)` : sql`count(*)`;
