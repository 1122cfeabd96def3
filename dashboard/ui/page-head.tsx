import type { ReactNode } from 'react';
import { usePageTitle } from '../shell/page-title.ts';

export type PageHeadProps = {
  title: string;
  /** What the page shows, in a sentence. */
  children: ReactNode;
  /** Switches and buttons of the whole page. */
  tools?: ReactNode;
};

export function PageHead({ title, children, tools }: PageHeadProps) {
  usePageTitle(title);
  return (
    <header className="page-head">
      <div className="page-head-words">
        <h1>{title}</h1>
        <p className="muted">{children}</p>
      </div>
      {tools && <div className="page-head-tools">{tools}</div>}
    </header>
  );
}
