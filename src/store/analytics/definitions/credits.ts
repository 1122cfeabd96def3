import { noMoney } from '../dialect.ts';
import { andMentioned, identifier, type Sql, sql } from '../sql.ts';
import { factNames } from '../tables.ts';
import { slotOf } from './slots.ts';

const facts = andMentioned(
  factNames,
  (fact) => sql`coalesce(session.${identifier(fact)}, '') AS ${identifier(fact)}`,
);

export type CreditInputs = {
  /** Those of them that have no session of their own are credited. */
  conversions: Sql;
  /** All payments of the visitors in question: they decide which one is a visitor's first. */
  payments: Sql;
  /** All visits of these visitors. */
  visits: Sql;
};

/**
 * Goals and payments, each with the facts of the visitor's last session that began at or before it. Without such a
 * session the facts are empty and the session is 0, which reports show as direct and unknown. Of sessions that began at
 * the same moment, the one whose first record was accepted last counts.
 */
export function selectCredits(inputs: CreditInputs): Sql {
  return sql`
    SELECT credit.workspace_id AS workspace_id, credit.website_id AS website_id, credit.visitor_hash AS visitor_hash,
      credit.ts AS ts, ${slotOf(sql`credit.ts`)} AS slot, credit.seq AS seq, credit.conversions AS conversions,
      credit.revenue AS revenue, credit.class AS class, coalesce(session.session_hash, 0) AS session_hash${facts}
    FROM ${buildCredited(inputs)} AS credit
    ASOF LEFT JOIN ${buildSessionsOfVisitors(inputs.visits)} AS session
    ON credit.workspace_id = session.workspace_id AND credit.website_id = session.website_id
      AND credit.visitor_hash = session.visitor_hash
      AND credit.ts >= session.began_at`;
}

function buildCredited({ conversions, payments }: CreditInputs): Sql {
  return sql`(
    SELECT workspace_id, website_id, visitor_hash, ts, seq, 1 AS conversions, ${noMoney} AS revenue, '' AS class
    FROM ${conversions} WHERE session_id = ''
    UNION ALL
    SELECT workspace_id, website_id, visitor_hash, ts, seq, 0 AS conversions, amount AS revenue, class
    FROM ${classifyPayments(payments)})`;
}

/**
 * Every payment with its class: a refund, the visitor's first payment of all time on the website (new) or a later one
 * (renewal), where the payment does not say so itself.
 */
function classifyPayments(payments: Sql): Sql {
  return sql`(
    SELECT *, CASE WHEN kind = 'refund' THEN 'refund' WHEN kind = 'plain' AND nth = 1 THEN 'new' ELSE 'renewal' END AS class
    FROM (
      SELECT *, row_number() OVER (
        PARTITION BY workspace_id, website_id, visitor_hash, CASE WHEN kind = 'refund' THEN 1 ELSE 0 END ORDER BY ts, seq) AS nth
      FROM ${payments}) AS numbered)`;
}

/** A session belongs to each visitor with a visit in it. */
function buildSessionsOfVisitors(visits: Sql): Sql {
  return sql`(
    SELECT DISTINCT ON (workspace_id, website_id, visitor_hash, began_at) workspace_id, website_id, visitor_hash,
      began_at, session_hash${andMentioned(factNames)}
    FROM ${visits} ORDER BY workspace_id, website_id, visitor_hash, began_at, began_seq DESC)`;
}
