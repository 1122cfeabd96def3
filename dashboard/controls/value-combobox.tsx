import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { Field } from '../ui/field.tsx';
import { filterLabels, operators } from '../view/filters.ts';
import type { Choice } from './choices.ts';
import { showValue } from './filter-words.ts';

export type ValueComboboxProps = {
  ref: Ref<HTMLInputElement>;
  text: string;
  hint: string | undefined;
  placeholder: string;
  choices: readonly Choice[];
  /** The one that Enter takes before any is pointed at; -1 where there is none. */
  meant: number;
  onText(text: string): void;
  onChoose(choice: Choice): void;
};

/** A field with a list below it: the focus stays in the field, arrows go through the list, Enter takes. */
export function ValueCombobox(props: ValueComboboxProps) {
  const { ref, text, hint, placeholder, choices, meant, onText, onChoose } = props;
  const id = useId();
  const [pointed, setPointed] = useState<number>();
  const active = Math.min(pointed ?? meant, choices.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  function move(step: number) {
    const next = active + step;
    const index = (next + choices.length) % choices.length;
    setPointed(active === -1 && step < 0 ? choices.length - 1 : index);
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    const choice = choices[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (choices.length > 0) move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && choice) {
      event.preventDefault();
      setPointed(undefined);
      onChoose(choice);
    }
  }

  return (
    <>
      <Field label="Value" hint={hint}>
        {(control) => (
          <input
            className="input"
            {...control}
            ref={ref}
            data-autofocus
            role="combobox"
            aria-expanded={choices.length > 0}
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={choices[active] ? optionId(active) : undefined}
            value={text}
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setPointed(undefined);
              onText(event.target.value);
            }}
          />
        )}
      </Field>
      <div className="filter-choices" id={id} role="listbox" aria-label="Choices" tabIndex={-1}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
          <div
            key={keyOf(choice)}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="filter-choice"
            onPointerMove={() => setPointed(index)}
            onClick={() => {
              setPointed(undefined);
              onChoose(choice);
            }}
          >
            <ChoiceWords choice={choice} />
          </div>
        ))}
      </div>
    </>
  );
}

const keyOf = (choice: Choice): string =>
  [choice.kind, choice.name, choice.kind === 'dimension' ? '' : choice.value].join(' ');

function ChoiceWords({ choice }: { choice: Choice }) {
  const label = filterLabels[choice.name];
  if (choice.kind === 'dimension') return <span className="menu-label">{`${label} …`}</span>;
  const value = choice.kind === 'text' ? `“${choice.value}”` : showValue(choice.name, choice.value);
  const between = choice.kind === 'text' ? ` ${operators[choice.operator]} ` : ' ';
  return (
    <>
      <span className="menu-label" title={value}>
        <span className="muted">{`${label}${between}`}</span>
        {value}
      </span>
      {choice.kind === 'value' && choice.count !== undefined && (
        <span className="filter-count">{`${formatCount(choice.count)} ${choice.unit}`}</span>
      )}
    </>
  );
}
