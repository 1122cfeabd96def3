import { useSuspenseQuery } from '@tanstack/react-query';
import { askReport } from '../api/reports.ts';
import { useWebsite } from '../shell/place.tsx';

type CurrencyRow = { currency: string; revenue: number };

const fiveMinutesMs = 300_000;

/**
 * In what the website was ever paid, the largest sum first. Amounts of different currencies are not added up: pages ask
 * for those of one. They wait for this, so that no sum of several is ever seen.
 */
export function useCurrencies(isWanted: boolean): readonly string[] {
  const { website, base } = useWebsite();
  const { data } = useSuspenseQuery<readonly string[]>({
    queryKey: ['currencies', base, website.websiteId, isWanted],
    async queryFn() {
      if (!isWanted) return [];
      const question = { base, path: 'pixel/analytics/currencies', query: { website_id: website.websiteId } };
      // Without an answer the page is shown as ever; its own reports say what is wrong.
      const { data: rows } = await askReport<CurrencyRow>(question).catch(() => ({ data: [] }));
      return rows.map(({ currency }) => currency).filter((code) => /^[A-Z]{3}$/.test(code));
    },
    staleTime: fiveMinutesMs,
  });
  return data;
}
