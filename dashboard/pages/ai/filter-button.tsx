import type { ReactNode } from 'react';
import { type FilterName, hasValue, toggleValue } from '../../view/filters.ts';
import type { Look } from '../../view/use-look.ts';

export type FilterButtonProps = { look: Look; filter: FilterName; value: string; children: ReactNode };

/** Narrows the page to a value; another click takes that back. */
export function FilterButton({ look: { view, change }, filter, value, children }: FilterButtonProps) {
  const isOn = hasValue(view.filters, filter, value);
  return (
    <button
      type="button"
      className="ai-choice"
      aria-pressed={isOn}
      title={`${isOn ? 'Stop filtering' : 'Filter'} by ${value}`}
      onClick={() => change({ filters: toggleValue(view.filters, filter, value) })}
    >
      {children}
    </button>
  );
}
