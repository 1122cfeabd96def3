import type { AskedRow } from './report-question.ts';

export type Amount = { currency: string; amount: number };

/**
 * Of the rows of the report on currencies. Amounts of several are never added up: the workspace's own is told, or else
 * the largest.
 */
export function chooseCurrency(
  rows: readonly AskedRow[],
  own: string,
): { currency: string; others: Amount[] } {
  const amounts = rows.map((row) => ({ currency: String(row.currency), amount: Number(row.revenue) }));
  const { currency } = amounts.find((each) => each.currency === own) ?? amounts[0] ?? { currency: own };
  return { currency, others: amounts.filter((each) => each.currency !== currency) };
}
