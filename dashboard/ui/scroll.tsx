import type { ReactNode } from 'react';

/** What is too wide for its place scrolls within it, by keys too. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <section className="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
