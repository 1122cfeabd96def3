import { formatRange } from '../format/dates.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { type Comparison, comparisons, resolveComparison } from '../view/period.ts';
import type { Look } from '../view/use-look.ts';

const short: Record<Comparison, string> = {
  previous: 'Compared with previous period',
  year: 'Compared with previous year',
  none: 'Compare',
};

export function ComparisonMenu({ look }: { look: Look }) {
  const { view, change, range } = look;
  useShortcuts([
    {
      keys: 'x',
      label: 'Turn the comparison on or off',
      run: () => change({ comparison: view.comparison === 'none' ? 'previous' : 'none' }),
    },
  ]);
  const items = (Object.keys(comparisons) as Comparison[]).map((comparison) => {
    const days = resolveComparison(range, comparison);
    return {
      label: (
        <span className="comparison-item">
          {comparisons[comparison]}
          {days && <span className="muted">{formatRange(days)}</span>}
        </span>
      ),
      chosen: view.comparison === comparison,
      onSelect: () => change({ comparison }),
    };
  });
  return (
    <Menu
      label="Compare with"
      align="end"
      items={items}
      trigger={(control) => (
        <Button {...control} look="quiet" className="comparison-button">
          {short[view.comparison]}
        </Button>
      )}
    />
  );
}
