import { toNumber, useReport } from '../../api/reports.ts';
import { formatMoneyShort } from '../../format/numbers.ts';
import type { Look } from '../../view/use-look.ts';

/** What was paid beside the chosen currency, each by itself. */
export default function OtherCurrencies({ look }: { look: Look }) {
  const others = look.currencies.filter((currency) => currency !== look.currency);
  return (
    <span className="figure-others">
      {others.map((currency) => (
        <OtherCurrency key={currency} look={look} currency={currency} />
      ))}
    </span>
  );
}

function OtherCurrency({ look, currency }: { look: Look; currency: string }) {
  const { data } = useReport(look.question('pixel/analytics/headline', { currency }));
  const revenue = data?.data[0]?.revenue;
  if (revenue === undefined) return null;
  return (
    <span data-currency={currency} data-exact={String(revenue)}>
      {`and ${formatMoneyShort(toNumber(revenue), currency)} `}
    </span>
  );
}
