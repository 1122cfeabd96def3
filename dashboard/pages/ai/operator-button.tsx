import { hasValue, toggleValue } from '../../view/filters.ts';
import type { Look } from '../../view/use-look.ts';

/** Narrows the page to an operator; another click takes that back. */
export function OperatorButton({ look: { view, change }, operator }: { look: Look; operator: string }) {
  const isOn = hasValue(view.filters, 'ai_operator', operator);
  return (
    <button
      type="button"
      className="ai-choice"
      aria-pressed={isOn}
      title={`${isOn ? 'Stop filtering' : 'Filter'} by ${operator}`}
      onClick={() => change({ filters: toggleValue(view.filters, 'ai_operator', operator) })}
    >
      {operator}
    </button>
  );
}
