import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { Look } from '../view/use-look.ts';

/** Where payments came in several currencies: which of them is looked at. */
export default function CurrencyMenu({ look }: { look: Look }) {
  const { currency: chosen, currencies, change } = look;
  return (
    <Menu
      label="Currency of the amounts"
      align="end"
      items={currencies.map((currency) => ({
        label: currency,
        chosen: currency === chosen,
        onSelect: () => change({ currency }),
      }))}
      trigger={(control) => (
        <Button {...control} look="quiet" title="Amounts of different currencies are not added up">
          {`Amounts in ${chosen}`}
        </Button>
      )}
    />
  );
}
