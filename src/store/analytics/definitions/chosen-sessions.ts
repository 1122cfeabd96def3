import { type Sql, sql } from '../sql.ts';

/** Sessions that are chosen by who their visitor is, each as a query for their `session_hash`. */

/** Of visitors with a payment that is no refund, at whatever time. */
export function selectPayingSessions(visits: Sql, payments: Sql): Sql {
  return sql`
    SELECT session_hash FROM ${visits} AS paying_visit
    WHERE (website_id, visitor_hash) IN (
      SELECT website_id, visitor_hash FROM ${payments} AS paid WHERE kind != 'refund')`;
}

/** Of visitors with an identity that counts, also what they did before it. */
export function selectIdentifiedSessions(visits: Sql, identities: Sql): Sql {
  return sql`
    SELECT session_hash FROM ${visits} AS identified_visit
    WHERE (website_id, visitor_hash) IN (SELECT website_id, visitor_hash FROM ${identities} AS named)`;
}

/** The first of each visitor, of all time. */
export function selectFirstSessions(visits: Sql): Sql {
  return sql`
    SELECT first_session FROM (
      SELECT website_id, visitor_hash, argMin(session_hash, (began_at, began_seq)) AS first_session
      FROM ${visits} AS visit_of_all GROUP BY website_id, visitor_hash) AS first_of_each`;
}
