import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { IconCross } from '../ui/icons.tsx';
import {
  addFilter,
  answersOf,
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
import { type Choice, findMeant, listChoices } from './choices.ts';
import { describeFilter, showValue } from './filter-words.ts';
import { useRecorded } from './suggestions.ts';
import { ValueCombobox } from './value-combobox.tsx';

export type FilterEditorProps = { look: Look; name?: FilterName; close(): void };

const isExact = (operator: Operator) => operator === 'is' || operator === 'is_not';

/** One filter: whatever is typed is looked for in everything, or in one dimension with an operator. */
export default function FilterEditor({ look, name: given, close }: FilterEditorProps) {
  const { view, change } = look;
  const before = given && view.filters[given];
  const [name, setName] = useState(given);
  const [operator, setOperator] = useState<Operator>(before?.operator ?? 'is');
  const [values, setValues] = useState<readonly string[]>(before?.values ?? []);
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // It opens before its code is there.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const wanted = name ? [name] : text.trim() === '' ? [] : filterNames;
  const found = useRecorded(look, isExact(operator) ? wanted : []);
  const typing = { text, name, ...found, taken: values };
  const choices = isExact(operator) ? listChoices(typing) : [];
  const typed = name && !answersOf[name] ? text.trim() : '';
  const all = [...new Set([...values, ...(typed ? [typed] : [])])];
  const present = name && name !== given ? view.filters[name] : undefined;

  function take(of: FilterName, filter: Filter) {
    const isOther = of !== given;
    const others = given && isOther ? withFilter(view.filters, given, undefined) : view.filters;
    change({ filters: isOther ? addFilter(others, of, filter) : withFilter(others, of, filter) });
    close();
  }

  function choose(choice: Choice) {
    setText('');
    if (choice.kind === 'dimension') return chooseDimension(choice.name);
    if (choice.kind === 'text') {
      return take(choice.name, { operator: choice.operator, values: [choice.value] });
    }
    const joined = [...new Set([...values, choice.value])].slice(0, mostValues);
    // Whoever changes a filter may want more than one.
    if (given && choice.name === given) return setValues(joined);
    take(choice.name, { operator, values: answersOf[choice.name] ? [choice.value] : joined });
  }

  function chooseDimension(next: FilterName | undefined) {
    setName(next);
    setValues([]);
    if (!next || answersOf[next]) setOperator('is');
    input.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name && all.length > 0) take(name, { operator, values: all });
  }

  return (
    <form className="filter-editor" onSubmit={submit}>
      <div className="filter-editor-row">
        <SelectField
          label="Filter by"
          value={name ?? ''}
          onChange={(event) => chooseDimension((event.target.value || undefined) as FilterName | undefined)}
        >
          {!given && <option value="">Anything</option>}
          {filterNames.map((each) => (
            <option key={each} value={each}>
              {filterLabels[each]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="How"
          value={operator}
          disabled={!name || answersOf[name] !== undefined}
          onChange={(event) => setOperator(event.target.value as Operator)}
        >
          {(Object.keys(operators) as Operator[]).map((each) => (
            <option key={each} value={each}>
              {operators[each]}
            </option>
          ))}
        </SelectField>
      </div>
      {name && (
        <ChosenValues
          values={values}
          show={(value) => (isExact(operator) ? showValue(name, value) : value)}
          onRemove={(value) => setValues(values.filter((each) => each !== value))}
        />
      )}
      <ValueCombobox
        ref={input}
        text={text}
        hint={hintAt(name, operator, present) ?? hintOf(operator, values.length)}
        placeholder={name ? '' : 'Germany, chrome, /pricing …'}
        choices={choices}
        meant={findMeant(choices, typing)}
        onText={setText}
        onChoose={choose}
      />
      <div className="filter-editor-foot">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" look="primary" disabled={!name || all.length === 0}>
          Apply
        </Button>
      </div>
    </form>
  );
}

type ChosenValuesProps = {
  values: readonly string[];
  show(value: string): string;
  onRemove(value: string): void;
};

function ChosenValues({ values, show, onRemove }: ChosenValuesProps) {
  if (values.length === 0) return null;
  return (
    <ul className="filter-values">
      {values.map((value) => (
        <li key={value}>
          {show(value)}
          <button type="button" aria-label={`Remove ${show(value)}`} onClick={() => onRemove(value)}>
            <IconCross size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}

const pattern =
  'A pattern (regular expression): ^ is the start, $ the end, .* anything, a|b one or the other. ' +
  '^/blog/.*-guide$ finds /blog/first-guide.';

const hints: Partial<Record<Operator, string>> = {
  contains: 'Has this text anywhere in it: blog finds /blog and /my-blog/1.',
  contains_not: 'Has this text nowhere in it.',
  starts_with: 'Begins with this text: /blog finds /blog/1.',
  ends_with: 'Ends with this text: .pdf finds /files/guide.pdf.',
  matches: pattern,
  matches_not: pattern,
};

function hintOf(operator: Operator, count: number): string | undefined {
  return hints[operator] ?? (count > 0 ? 'Any one of these is enough.' : undefined);
}

/** What becomes of the filter that the dimension has already. */
function hintAt(
  name: FilterName | undefined,
  operator: Operator,
  present: Filter | undefined,
): string | undefined {
  if (!name || !present) return undefined;
  const words = describeFilter(name, present);
  return present.operator === operator ? `Joins: ${words}` : `Replaces: ${words}`;
}
