import { once } from './once.ts';
import { groupBy, inTime, keyOf } from './order.ts';
import { isPayment, type ModelRecord, type Payment } from './record.ts';

export type PaymentClass = 'new' | 'renewal' | 'refund';

/**
 * What does not say so itself is new when it is the visitor's first payment of all time on the website, refunds left
 * out, else a renewal.
 */
export const classifyPayments = once((records: readonly ModelRecord[]): Map<Payment, PaymentClass> => {
  const byVisitor = groupBy(records.filter(isPayment), ({ website, visitor }) => keyOf(website, visitor));
  return new Map(
    [...byVisitor.values()].flatMap((own) => {
      const first = inTime(own.filter(({ says }) => says !== 'refund'))[0];
      return own.map((payment): [Payment, PaymentClass] => {
        if (payment.says === 'refund') return [payment, 'refund'];
        return [payment, payment === first && payment.says === 'nothing' ? 'new' : 'renewal'];
      });
    }),
  );
});
