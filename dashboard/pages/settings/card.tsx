import { type ReactNode, useId } from 'react';

export type CardProps = {
  title: string;
  lead?: ReactNode;
  /** At the right of the title. */
  action?: ReactNode;
  children?: ReactNode;
};

/** One thing that can be set, with what it means. */
export function Card({ title, lead, action, children }: CardProps) {
  const id = useId();
  return (
    <section className="settings-card" aria-labelledby={id}>
      <header className="settings-card-head">
        <div>
          <h2 id={id}>{title}</h2>
          {lead && <div className="settings-card-lead">{lead}</div>}
        </div>
        {action && <div className="settings-card-action">{action}</div>}
      </header>
      {children}
    </section>
  );
}

/** Lines of a list with a title, facts below it and buttons at the end. */
export function Items({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="items" aria-label={label}>
      {children}
    </ul>
  );
}

export type ItemProps = {
  title: ReactNode;
  facts: ReactNode;
  children?: ReactNode;
};

export function Item({ title, facts, children }: ItemProps) {
  return (
    <li className="item">
      <div className="item-text">
        <div className="item-title">{title}</div>
        <div className="item-facts">{facts}</div>
      </div>
      {children && <div className="item-actions">{children}</div>}
    </li>
  );
}
