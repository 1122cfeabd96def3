import { formatCount } from '../format/numbers.ts';
import { Button } from './button.tsx';

export type PagerProps = {
  /** The place of the first row that is shown, from 1. */
  first: number;
  size: number;
  total: number;
  /** What one row is called, and what several are. */
  nouns: readonly [one: string, many: string];
  onMove(first: number): void;
};

/** Which rows of how many are shown, and the way to the others. */
export function Pager({ first, size, total, nouns: [one, many], onMove }: PagerProps) {
  if (total === 0) return null;
  const last = Math.min(total, first + size - 1);
  const noun = total === 1 ? one : many;
  return (
    <nav className="pager" aria-label={`Pages of ${many}`}>
      <span data-total={total}>
        {total <= size
          ? `${formatCount(total)} ${noun}`
          : `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)} ${noun}`}
      </span>
      {total > size && (
        <span className="pager-steps">
          <Button disabled={first === 1} onClick={() => onMove(Math.max(1, first - size))}>
            Previous
          </Button>
          <Button disabled={last >= total} onClick={() => onMove(first + size)}>
            Next
          </Button>
        </span>
      )}
    </nav>
  );
}
