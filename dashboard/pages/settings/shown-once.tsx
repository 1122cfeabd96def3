import { type ReactNode, useEffect, useRef } from 'react';

export type ShownOnceProps = {
  title: string;
  lead: ReactNode;
  children: ReactNode;
  /** Buttons at the end. */
  foot: ReactNode;
};

/** A secret that nobody can look up later: it comes into view by itself and stays until it is put away. */
export function ShownOnce({ title, lead, children, foot }: ShownOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section className="shown-once" aria-label={title}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className="shown-once-text">{lead}</div>
      </div>
      {children}
      <div className="shown-once-foot">{foot}</div>
    </section>
  );
}
