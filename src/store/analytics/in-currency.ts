import type { Sources, Span } from './relations.ts';
import { bind, type Sql, sql } from './sql.ts';

/**
 * The same sources with payments in other currencies apart. Derived rows do not hold the currency, so it is read from the
 * payments.
 */
export function inCurrency(sources: Sources, currency: string): Sources {
  const isChosen = sql`currency = ${bind.text(currency)}`;
  const paymentsWhere = (condition: Sql) => (span: Span) =>
    sql`(SELECT * FROM ${sources.payments(span)} AS paid WHERE ${condition})`;
  const payments = paymentsWhere(isChosen);
  return {
    ...sources,
    payments,
    paymentsInOthers: paymentsWhere(sql`NOT (${isChosen})`),
    credits: (span) => sql`(
      SELECT * FROM ${sources.credits(span)} AS credit
      WHERE class = '' OR (website_id, visitor_hash, ts, seq) IN (
        SELECT website_id, visitor_hash, ts, seq FROM ${payments(span)} AS in_currency))`,
  };
}
