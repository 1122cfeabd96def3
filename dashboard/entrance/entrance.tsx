/** What surrounds the pages that one sees before being in a workspace: a name, a card, room. */
import type { ReactNode } from 'react';
import { Mark } from '../shell/mark.tsx';
import { usePageTitle } from '../shell/page-title.ts';

export type EntranceProps = {
  title: string;
  lead?: ReactNode;
  width?: 'narrow' | 'wide';
  children: ReactNode;
  /** Below the card. */
  foot?: ReactNode;
};

export function Entrance({ title, lead, width = 'narrow', children, foot }: EntranceProps) {
  usePageTitle(title);
  return (
    <main className={`entrance entrance-${width}`}>
      <p className="entrance-name">
        <Mark />
        Footfall
      </p>
      <section className="entrance-card">
        <header className="entrance-head">
          <h1>{title}</h1>
          {lead && <div className="entrance-lead">{lead}</div>}
        </header>
        {children}
      </section>
      {foot && <footer className="entrance-foot">{foot}</footer>}
    </main>
  );
}
