import { millisOf, shareOf } from '../../store/analytics/dialect.ts';
import {
  always,
  and,
  identifier,
  identifiers,
  joinSql,
  type Sql,
  sql,
  whole,
} from '../../store/analytics/sql.ts';
import { factNames } from '../../store/analytics/tables.ts';
import type { Model } from '../question/models.ts';
import { withPersons } from './persons.ts';
import type { Scope } from './scope.ts';

const lookbackMs = 30 * 86_400_000;

/** Which of a payment's sessions comes first; all models but `linear` credit that one alone. */
const orders: Readonly<Record<Model, Sql>> = {
  last_non_direct: sql`CASE WHEN channel IN ('', 'Direct') THEN 1 ELSE 0 END ASC, began_ms DESC, began_seq DESC`,
  first: sql`began_ms ASC, began_seq ASC`,
  last: sql`began_ms DESC, began_seq DESC`,
  linear: sql`began_ms DESC, began_seq DESC`,
};

/**
 * The payments of the range as the model credits them: a row for each session that has a share, with `payment, website_id,
 * visitor_hash, ts, slot, class`, its facts, and the `share`. Filters select the sessions.
 */
export function buildShares(scope: Scope, model: Model): Sql {
  // Rounded towards zero; the first session gets the remainder, so that the shares add up to the amount.
  const each = shareOf(sql`amount`, sql`touches`);
  const share =
    model === 'linear'
      ? sql`CASE WHEN place = 1 THEN amount - ${each} * (touches - 1) ELSE ${each} END`
      : sql`amount`;
  const isCredited = model === 'linear' ? always : sql`place = 1`;
  return sql`(
    SELECT payment, website_id, visitor_hash, ts, slot, class, ${identifiers(factNames)}, ${share} AS share
    FROM (
      SELECT *, count(*) OVER (PARTITION BY payment) AS touches,
        row_number() OVER (PARTITION BY payment ORDER BY ${orders[model]}) AS place
      FROM ${buildTouches(scope)} AS touched) AS placed
    WHERE ${and(isCredited, scope.passes)})`;
}

/** Every payment with each of its sessions; a payment without one appears once, with the session 0 and empty facts. */
function buildTouches(scope: Scope): Sql {
  const facts = factNames.map(
    (fact) => sql`coalesce(session.${identifier(fact)}, '') AS ${identifier(fact)}`,
  );
  // Each condition compares one side with the other: one that mixes both sides would be tried for every pair of rows.
  return sql`(
    SELECT paid.payment AS payment, paid.website_id AS website_id, paid.visitor_hash AS visitor_hash, paid.ts AS ts, paid.slot AS slot,
      paid.amount AS amount, paid.class AS class,
      coalesce(session.session_hash, 0) AS session_hash, coalesce(session.began_ms, 0) AS began_ms,
      coalesce(session.began_seq, 0) AS began_seq, ${joinSql(facts, sql`, `)}
    FROM ${buildPayments(scope)} AS paid
    LEFT JOIN ${buildSessionsOfPayers(scope)} AS session
    ON paid.person = session.person AND paid.paid_ms >= session.began_ms AND paid.since_ms <= session.began_ms)`;
}

function buildPayments(scope: Scope): Sql {
  const paidMs = millisOf(sql`ts`);
  const payments = sql`(
    SELECT website_id, visitor_hash, ts, slot, ${paidMs} AS paid_ms, ${paidMs} - ${whole(lookbackMs)} AS since_ms, class,
      revenue AS amount, row_number() OVER (ORDER BY website_id, visitor_hash, ts, seq) AS payment
    FROM ${scope.unfiltered().payments} AS credit)`;
  return withPersons(scope, payments);
}

/** One row for each person who paid in the range and session that the person has a hit in. */
function buildSessionsOfPayers(scope: Scope): Sql {
  const since = { from: Math.max(0, scope.range.from - lookbackMs) };
  const facts = identifiers(factNames);
  // What a payer does in a session after the range counts too.
  const theirs = sql`(
    SELECT website_id, visitor_hash, session_hash, ${millisOf(sql`began_at`)} AS began_ms, began_seq, ${facts}
    FROM ${scope.sources.visits(since)} AS visit WHERE visitor_hash IN ${buildPayers(scope)})`;
  return sql`(
    SELECT DISTINCT person, session_hash, began_ms, began_seq, ${facts} FROM ${withPersons(scope, theirs)} AS visit)`;
}

/** All visitors of persons who paid in the range: few among those who came. */
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

/**
 * The payments of the range that pass the filters, as shares of one model where the question names one, else by their
 * own sessions: `website_id, visitor_hash, ts, slot, class, revenue` and the facts of the session. Without
 * `tellsSessions` and without filters the credited sessions do not matter, so no model is applied.
 */
export function selectPaid(scope: Scope, tellsSessions: boolean): Sql {
  const { model, payments, isFiltered } = scope;
  const facts = identifiers(factNames);
  if (model === undefined || !(tellsSessions || isFiltered)) {
    return sql`(SELECT website_id, visitor_hash, ts, slot, class, revenue, ${facts} FROM ${payments} AS credit)`;
  }
  return sql`(
    SELECT website_id, visitor_hash, ts, slot, class, share AS revenue, payment, ${facts}
    FROM ${buildShares(scope, model)} AS shared)`;
}

/** How many payments `selectPaid` has: one that several sessions share counts once. */
export const countPaid = ({ model, isFiltered }: Scope): Sql =>
  model === 'linear' && isFiltered ? sql`count(DISTINCT payment)` : sql`count(*)`;
