import { useQueries } from '@tanstack/react-query';
import { type ReportQuestion, reportQuery } from '../../api/reports.ts';
import type { Look } from '../../view/use-look.ts';

export type Amount = { currency: string; amount: number };

/** What was paid in each of several currencies, the largest first; nothing until all of them are known. */
export function useAmounts(look: Look, askIn: (currency: string) => ReportQuestion): readonly Amount[] {
  const currencies = look.currencies.length > 1 ? look.currencies : [];
  const answers = useQueries({
    queries: currencies.map((currency) => reportQuery<{ revenue?: number }>(askIn(currency))),
  });
  if (answers.some(({ data }) => data === undefined)) return [];
  const amounts = currencies.map((currency, index) => ({
    currency,
    amount: answers[index]?.data?.data[0]?.revenue ?? 0,
  }));
  return amounts.toSorted((one, other) => other.amount - one.amount);
}
