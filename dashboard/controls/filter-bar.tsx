import { Suspense, useRef } from 'react';
import { lazyPart } from '../load-code.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { IconCross, IconFilter } from '../ui/icons.tsx';
import { Popover } from '../ui/popover.tsx';
import {
  countFilters,
  type FilterName,
  filterLabels,
  listFilters,
  operators,
  withFilter,
} from '../view/filters.ts';
import type { Look } from '../view/use-look.ts';
import { describeFilter, showValues } from './filter-words.ts';
import { SegmentMenu } from './segment-menu.tsx';

const FilterEditor = lazyPart(() => import('./filter-editor.tsx'));

/** What narrows the page: each filter with its operator and values, to be changed or taken away. */
export function FilterBar({ look }: { look: Look }) {
  const { view, change } = look;
  const bar = useRef<HTMLDivElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  useShortcuts([
    { keys: 'f', label: 'Add a filter', run: () => adder.current?.click() },
    { keys: 'c', label: 'Clear all filters', run: () => change({ filters: {} }) },
  ]);
  return (
    <div ref={bar} className="filter-bar">
      <Popover
        label="Add a filter"
        className="filter-popover"
        trigger={(control) => (
          <Button
            {...control}
            ref={(element) => {
              control.ref.current = element;
              adder.current = element;
            }}
            look="quiet"
            icon={IconFilter}
          >
            Filter
          </Button>
        )}
      >
        {(close) => (
          <Suspense fallback={null}>
            <FilterEditor look={look} close={close} />
          </Suspense>
        )}
      </Popover>
      {look.shared ? <SharedSegment name={look.shared.segment} /> : <SegmentMenu look={look} />}
      {listFilters(view.filters).map(([name]) => (
        <FilterChip
          key={name}
          look={look}
          name={name}
          // The cross goes, and the focus would be lost with it.
          onRemove={(cross) => {
            (findNext(cross, bar.current) ?? adder.current)?.focus();
            change({ filters: withFilter(view.filters, name, undefined) });
          }}
        />
      ))}
      {countFilters(view.filters) > 1 && (
        <Button
          look="quiet"
          onClick={() => {
            adder.current?.focus();
            change({ filters: {} });
          }}
        >
          Clear all
        </Button>
      )}
    </div>
  );
}

/** What a share link is narrowed to: it can be neither changed nor taken away. */
function SharedSegment({ name }: { name: string | null }) {
  if (name === null) return null;
  return (
    <span className="filter-chip filter-chip-fixed" title={`Everything here is of the segment ${name}`}>
      <span className="muted">Only</span> <strong>{name}</strong>
    </span>
  );
}

function findNext(cross: HTMLElement, bar: HTMLElement | null): HTMLElement | undefined {
  const crosses = [...(bar?.querySelectorAll<HTMLElement>('.filter-chip-cross') ?? [])];
  return crosses[crosses.indexOf(cross) + 1];
}

type FilterChipProps = { look: Look; name: FilterName; onRemove(cross: HTMLElement): void };

function FilterChip({ look, name, onRemove }: FilterChipProps) {
  const { view } = look;
  const filter = view.filters[name];
  if (!filter) return null;
  return (
    <span className="filter-chip">
      <Popover
        label="Change the filter"
        className="filter-popover"
        trigger={(control) => (
          <button
            type="button"
            {...control}
            className="filter-chip-text"
            title={describeFilter(name, filter)}
          >
            <span>{filterLabels[name]}</span> <span className="muted">{operators[filter.operator]}</span>{' '}
            <strong>{showValues(name, filter)}</strong>
          </button>
        )}
      >
        {(close) => (
          <Suspense fallback={null}>
            <FilterEditor look={look} name={name} close={close} />
          </Suspense>
        )}
      </Popover>
      <button
        type="button"
        className="filter-chip-cross"
        aria-label={`Remove the filter: ${describeFilter(name, filter)}`}
        onClick={(event) => onRemove(event.currentTarget)}
      >
        <IconCross size={13} />
      </button>
    </span>
  );
}
