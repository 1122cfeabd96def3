import { type FormEvent, useState } from 'react';
import { type Row, useReport } from '../api/reports.ts';
import { Button } from '../ui/button.tsx';
import { Field, SelectField } from '../ui/field.tsx';
import { IconCross } from '../ui/icons.tsx';
import {
  type FilterName,
  filterLabels,
  filterNames,
  mostValues,
  type Operator,
  operators,
  withFilter,
} from '../view/filters.ts';
import type { Look } from '../view/use-look.ts';
import { showValue } from './filter-words.ts';
import { suggestionsOf } from './suggestions.ts';

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
  const all = [...new Set([...values, ...(text.trim() ? [text.trim()] : [])])];

  function add(value: string) {
    setValues([...new Set([...values, value])].slice(0, mostValues));
    setText('');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (all.length === 0) return;
    const others = given && given !== name ? withFilter(view.filters, given, undefined) : view.filters;
    change({ filters: withFilter(others, name, { operator, values: all }) });
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
      <Field label="Value" hint={hintOf(operator, values.length)}>
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
      {isExact(operator) && (
        <Suggestions look={look} name={name} text={text} chosen={values} onChoose={add} />
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

type SuggestionsProps = {
  look: Look;
  name: FilterName;
  text: string;
  chosen: readonly string[];
  onChoose(value: string): void;
};

const mostShown = 8;

/** What was recorded in these days, most frequent first. */
function Suggestions({ look, name, text, chosen, onChoose }: SuggestionsProps) {
  const source = suggestionsOf(name);
  const question =
    source && look.questionOver(look.range, source.path, { ...source.extra, [name]: undefined, limit: 1000 });
  const { data } = useReport<Row>(question);
  if (!source) return null;
  const wanted = text.trim().toLowerCase();
  const found = (data?.data ?? [])
    .map((row) => String(row[source.column]))
    .filter((value) => !chosen.includes(value))
    .filter((value) => `${value} ${showValue(name, value)}`.toLowerCase().includes(wanted))
    .slice(0, mostShown);
  return (
    <ul className="filter-suggestions" aria-label="Recorded values">
      {found.map((value) => (
        <li key={value}>
          <button type="button" className="menu-item" onClick={() => onChoose(value)}>
            <span className="menu-label">{showValue(name, value)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
