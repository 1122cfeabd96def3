import type { KeyboardEvent, ReactNode } from 'react';
import type { IconComponent } from './icons.tsx';
import { IconCheck } from './icons.tsx';
import { Popover, type TriggerProps } from './popover.tsx';

export type MenuItem =
  | {
      kind?: 'item';
      label: ReactNode;
      icon?: IconComponent;
      /** A key that does the same anywhere on the page. */
      shortcut?: string;
      /** One of a choice: shown with a tick. */
      chosen?: boolean;
      tone?: 'danger';
      onSelect(): void;
    }
  | { kind: 'line' }
  | { kind: 'heading'; label: string };

export type MenuProps = {
  label: string;
  trigger(control: TriggerProps): ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
};

/** Choices in a popover; the arrow keys go up and down. */
export function Menu({ label, trigger, items, align = 'start' }: MenuProps) {
  return (
    <Popover label={label} trigger={trigger} align={align} className="menu">
      {(close) => (
        <ul onKeyDown={moveFocus}>
          {items.map((item, index) => (
            <MenuEntry key={keyOf(item, index)} item={item} close={close} />
          ))}
        </ul>
      )}
    </Popover>
  );
}

function MenuEntry({ item, close }: { item: MenuItem; close(): void }) {
  if (item.kind === 'line') return <li className="menu-line" aria-hidden="true" />;
  if (item.kind === 'heading') return <li className="menu-heading">{item.label}</li>;
  const Icon = item.icon;
  const select = () => {
    close();
    item.onSelect();
  };
  return (
    <li>
      <button
        type="button"
        className={`menu-item ${item.tone === 'danger' ? 'menu-danger' : ''}`}
        aria-current={item.chosen || undefined}
        onClick={select}
      >
        {Icon && <Icon />}
        <span className="menu-label">{item.label}</span>
        {item.chosen && <IconCheck />}
        {item.shortcut && <kbd>{item.shortcut}</kbd>}
      </button>
    </li>
  );
}

function keyOf(item: MenuItem, index: number): string {
  return 'label' in item && typeof item.label === 'string' ? item.label : String(index);
}

export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a[href]')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  buttons.at((at + step) % buttons.length)?.focus();
}
