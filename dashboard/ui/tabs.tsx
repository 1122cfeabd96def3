import { type KeyboardEvent, type ReactNode, useId } from 'react';

export type Tab<Name extends string> = { name: Name; label: string };

export type TabsProps<Name extends string> = {
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose(name: Name): void;
  look?: 'underline' | 'segmented';
  /** The panel of the chosen tab. */
  children?: ReactNode;
};

/** The arrow keys choose, as the WAI-ARIA pattern has it. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, chosen, onChoose, look = 'underline', children } = props;
  const id = useId();

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs.at((at + step) % tabs.length);
    if (!next) return;
    onChoose(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  }

  return (
    <>
      <div className={`tabs tabs-${look}`} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label: text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            {...(children !== undefined && { 'aria-controls': `${id}-panel` })}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {text}
          </button>
        ))}
      </div>
      {children !== undefined && (
        <div className="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
          {children}
        </div>
      )}
    </>
  );
}
