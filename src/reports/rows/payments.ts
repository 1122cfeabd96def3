import { type Sql, sql } from '../../store/analytics/sql.ts';
import type { Scope } from './scope.ts';

/**
 * Every payment with its class: a refund, the visitor's first payment (new) or a later one (renewal), where
 * the payment does not say so itself. The first is looked for in all time, not in the range.
 */
export function buildClassifiedPayments(scope: Scope): Sql {
  return sql`(
    SELECT *, multiIf(kind = 'refund', 'refund', kind = 'plain' AND seq = first_seq, 'new', 'renewal') AS class
    FROM ${scope.payments} AS payment
    LEFT JOIN (
      SELECT website_id AS first_website, visitor_hash AS first_visitor, argMin(seq, (ts, seq)) AS first_seq
      FROM ${scope.payments} WHERE kind != 'refund' GROUP BY website_id, visitor_hash
    ) AS first ON payment.website_id = first.first_website AND payment.visitor_hash = first.first_visitor)`;
}
