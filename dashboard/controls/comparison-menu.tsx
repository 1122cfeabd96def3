import { useSegments } from '../api/segments.ts';
import { formatRange } from '../format/dates.ts';
import { useWebsite } from '../shell/place.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { parseFilterQuery } from '../view/filters.ts';
import { type Comparison, comparisons, resolveComparison } from '../view/period.ts';
import type { Look } from '../view/use-look.ts';
import type { Versus } from '../view/view.ts';
import { everyone } from './filter-words.ts';

const short: Record<Comparison, string> = {
  previous: 'Compared with previous period',
  year: 'Compared with previous year',
  none: 'Compare',
};

export function ComparisonMenu({ look }: { look: Look }) {
  const { view, change, range } = look;
  const { versus } = view;
  const segments = useSegmentItems(look);
  const isOff = view.comparison === 'none' && !versus;
  useShortcuts([
    {
      keys: 'x',
      label: 'Turn the comparison on or off',
      run: () => change({ comparison: isOff ? 'previous' : 'none', versus: undefined }),
    },
  ]);
  const days = (Object.keys(comparisons) as Comparison[]).map((comparison) => {
    const compared = resolveComparison(range, comparison);
    return {
      label: (
        <span className="comparison-item">
          {comparisons[comparison]}
          {compared && <span className="muted">{formatRange(compared)}</span>}
        </span>
      ),
      chosen: !versus && view.comparison === comparison,
      onSelect: () => change({ comparison, versus: undefined }),
    };
  });
  return (
    <Menu
      label="Compare with"
      align="end"
      items={[...days, { kind: 'heading', label: 'Segments over the same days' }, ...segments]}
      trigger={(control) => (
        <Button {...control} look="quiet" className="comparison-button">
          <span className="comparison-name">
            {versus ? `Compared with ${versus.name}` : short[view.comparison]}
          </span>
        </Button>
      )}
    />
  );
}

/** Share links have no segments to choose from, but everyone whom they show. */
function useSegmentItems({ view, change, shared }: Look): MenuItem[] {
  const { workspace, website } = useWebsite();
  const place = { workspaceId: workspace.id, websiteUuid: website.id };
  const { data: segments = [] } = useSegments(place, !shared);
  const choices = [
    { name: everyone, filters: {} },
    ...segments.map(({ name, filters }): Versus => ({ name, filters: parseFilterQuery(filters) })),
  ];
  return choices.map((versus) => ({
    label: versus.name,
    chosen: view.versus?.name === versus.name,
    onSelect: () => change({ versus }),
  }));
}
