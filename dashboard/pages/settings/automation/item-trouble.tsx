import type { ReactNode } from 'react';
import { Notice } from '../../../ui/states.tsx';

/** Among the facts of an item: what does not work about it. */
export function ItemTrouble({ children }: { children: ReactNode }) {
  return (
    <div className="item-trouble">
      <Notice tone="bad">{children}</Notice>
    </div>
  );
}
