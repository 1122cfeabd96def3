import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field, SelectField } from '../ui/field.tsx';
import { IconCross } from '../ui/icons.tsx';
import {
  addFilter,
  type Filter,
  type FilterName,
  filterLabels,
  filterNames,
  mostValues,
  type Operator,
  operators,
  withFilter,
} from '../view/filters.ts';
import type { Look } from '../view/use-look.ts';
import { describeFilter, showValue } from './filter-words.ts';
import { matchSuggestions, resolveTyped, useSuggestions } from './suggestions.ts';

export type FilterEditorProps = { look: Look; name?: FilterName; close(): void };

const isExact = (operator: Operator) => operator === 'is' || operator === 'is_not';

/** One filter: a dimension, an operator, and values from what was recorded or as they are typed. */
export function FilterEditor({ look, name: given, close }: FilterEditorProps) {
  const { view, change } = look;
  const before = given && view.filters[given];
  const [name, setName] = useState<FilterName>(given ?? 'page');
  const [operator, setOperator] = useState<Operator>(before?.operator ?? 'is');
  const [values, setValues] = useState<readonly string[]>(before?.values ?? []);
  const [text, setText] = useState('');
  const recorded = useSuggestions(look, isExact(operator) ? name : undefined);
  const typed = resolveTyped(name, recorded ?? [], text.trim());
  const all = [...new Set([...values, ...(typed ? [typed] : [])])];
  const isOther = name !== given;
  const present = isOther ? view.filters[name] : undefined;

  function add(value: string) {
    setValues([...new Set([...values, value])].slice(0, mostValues));
    setText('');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (all.length === 0) return;
    const filter = { operator, values: all };
    const others = given && isOther ? withFilter(view.filters, given, undefined) : view.filters;
    change({ filters: isOther ? addFilter(others, name, filter) : withFilter(others, name, filter) });
    close();
  }

  return (
    <form className="filter-editor" onSubmit={submit}>
      <div className="filter-editor-row">
        <SelectField
          label="Dimension"
          value={name}
          onChange={(event) => {
            setName(event.target.value as FilterName);
            setValues([]);
          }}
        >
          {filterNames.map((each) => (
            <option key={each} value={each}>
              {filterLabels[each]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Operator"
          value={operator}
          onChange={(event) => setOperator(event.target.value as Operator)}
        >
          {(Object.keys(operators) as Operator[]).map((each) => (
            <option key={each} value={each}>
              {operators[each]}
            </option>
          ))}
        </SelectField>
      </div>
      {values.length > 0 && (
        <ul className="filter-values">
          {values.map((value) => (
            <li key={value}>
              {isExact(operator) ? showValue(name, value) : value}
              <button
                type="button"
                aria-label={`Remove ${value}`}
                onClick={() => setValues(values.filter((each) => each !== value))}
              >
                <IconCross size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field label="Value" hint={hintAt(name, operator, present) ?? hintOf(operator, values.length)}>
        {(control) => (
          <input
            className="input"
            {...control}
            data-autofocus
            value={text}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {recorded && (
        <Suggestions
          name={name}
          values={matchSuggestions(name, recorded, text).filter((value) => !values.includes(value))}
          onChoose={add}
        />
      )}
      <div className="filter-editor-foot">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" look="primary" disabled={all.length === 0}>
          Apply
        </Button>
      </div>
    </form>
  );
}

function hintOf(operator: Operator, count: number): string | undefined {
  if (operator === 'matches' || operator === 'matches_not')
    return 'A regular expression (RE2), such as ^/blog/';
  return count > 0 ? 'Any of these counts.' : undefined;
}

/** What becomes of the filter that the dimension has already. */
function hintAt(name: FilterName, operator: Operator, present: Filter | undefined): string | undefined {
  if (!present) return undefined;
  const words = describeFilter(name, present);
  return present.operator === operator ? `Joins: ${words}` : `Takes the place of: ${words}`;
}

type SuggestionsProps = { name: FilterName; values: readonly string[]; onChoose(value: string): void };

const mostShown = 8;

function Suggestions({ name, values, onChoose }: SuggestionsProps) {
  return (
    <ul className="filter-suggestions" aria-label="Recorded values">
      {values.slice(0, mostShown).map((value) => (
        <li key={value}>
          <button
            type="button"
            className="menu-item"
            title={showValue(name, value)}
            onClick={() => onChoose(value)}
          >
            <span className="menu-label">{showValue(name, value)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
