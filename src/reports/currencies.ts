import { always, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';

/** For the dashboard: payments by currency, which may not be added up, the largest first. */
export const currencies = defineReport({
  name: null,
  path: null,
  title: 'Currencies',
  summary: 'Payments by their currency.',
  dates: 'since',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  columns: [
    { name: 'currency', kind: 'text', example: 'EUR', description: 'ISO code.' },
    { name: 'revenue', kind: 'money', description: 'Sum of payments, refunds subtracted, in major units.' },
    { name: 'payments', kind: 'count', description: 'How many there are, refunds too.' },
  ],
  // Read from the payments themselves: derived rows do not hold the currency.
  sql({ sources, range, payments, isFiltered, limit }) {
    const passes = isFiltered
      ? sql`(website_id, visitor_hash, ts, seq) IN (
          SELECT website_id, visitor_hash, ts, seq FROM ${payments} AS passing)`
      : always;
    return sql`
      SELECT CAST(code AS VARCHAR) AS currency, revenue, payments
      FROM (
        SELECT currency AS code, sum(amount) AS revenue, count(*) AS payments
        FROM ${sources.payments(range)} AS payment WHERE ${passes}
        GROUP BY currency) AS summed
      ORDER BY revenue DESC, currency ASC
      LIMIT ${whole(limit)}`;
  },
});
