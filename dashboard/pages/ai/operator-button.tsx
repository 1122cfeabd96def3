import type { Look } from '../../view/use-look.ts';
import { FilterButton } from './filter-button.tsx';

export function OperatorButton({ look, operator }: { look: Look; operator: string }) {
  return (
    <FilterButton look={look} filter="ai_operator" value={operator}>
      {operator}
    </FilterButton>
  );
}
