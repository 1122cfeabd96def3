import { count, money, totalMicros } from './figures.ts';
import { ascending, descending, groupBy, sorted } from './order.ts';
import { isPayment } from './record.ts';
import { placeRecords, type Row, recordOf, type View } from './view.ts';

/** What was paid in each currency, the largest sum first. */
export function buildCurrencies(view: View): Row[] {
  const payments = placeRecords(view).map(recordOf).filter(isPayment);
  const sums = [...groupBy(payments, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    micros: totalMicros(own.map(({ micros }) => micros)),
    payments: count(own),
  }));
  return sorted(
    sums,
    descending(({ micros }) => micros),
    ascending(({ currency }) => currency),
  ).map(({ currency, micros, payments: paid }) => ({ currency, revenue: money(micros), payments: paid }));
}
