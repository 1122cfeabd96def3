import type { Sources, Span } from './relations.ts';
import { bind, type Sql, sql } from './sql.ts';

/**
 * The same sources without payments in other currencies. Derived rows do not hold the currency, so it is read from the
 * payments.
 */
export function inCurrency(sources: Sources, currency: string): Sources {
  const payments = (span: Span): Sql =>
    sql`(SELECT * FROM ${sources.payments(span)} AS paid WHERE currency = ${bind.text(currency)})`;
  return {
    ...sources,
    payments,
    credits: (span) => sql`(
      SELECT * FROM ${sources.credits(span)} AS credit
      WHERE class = '' OR (website_id, visitor_hash, ts, seq) IN (
        SELECT website_id, visitor_hash, ts, seq FROM ${payments(span)} AS in_currency))`,
  };
}
