/** What is offered to whoever types into the filter: found by name or code, in whatever case, the likeliest first. */
import { type FilterName, filterLabels, filterNames, type Operator } from '../view/filters.ts';
import { showValue } from './filter-words.ts';
import type { Recorded } from './suggestions.ts';

export type Choice =
  | { kind: 'dimension'; name: FilterName }
  | (Recorded & { kind: 'value' })
  | { kind: 'text'; name: FilterName; operator: Operator; value: string };

/** Their values are few and known, so that the beginning of a name is enough. */
const closed: readonly FilterName[] = [
  'country',
  'language',
  'device',
  'browser',
  'os',
  'channel',
  'ai_operator',
  'goal_name',
  'visitor_type',
  'paying',
  'identified',
];

const most = 12;

export type Typing = {
  text: string;
  /** Undefined: whichever it is found in. */
  name: FilterName | undefined;
  recorded: readonly Recorded[];
  /** What was typed is offered as it is once nothing else can be found. */
  isLoading: boolean;
  /** Those that the filter has already. */
  taken: readonly string[];
};

export function listChoices({ text, name, recorded, isLoading, taken }: Typing): Choice[] {
  const typed = text.trim().toLowerCase();
  if (!name && typed === '') return filterNames.map((each) => ({ kind: 'dimension', name: each }));
  const ranked = recorded
    .filter(({ value }) => !taken.includes(value))
    .map((each) => ({ each, rank: rankOf(each, typed) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((one, other) => one.rank - other.rank || compare(one.each, other.each, one.rank))
    .slice(0, most);
  const values = ranked.map(({ each }): Choice => ({ kind: 'value', ...each }));
  if (name) return values;
  const whole = ranked.filter(({ rank }) => rank === 0).length;
  const dimensions = filterNames
    .filter((each) => filterLabels[each].toLowerCase().startsWith(typed))
    .map((each): Choice => ({ kind: 'dimension', name: each }));
  const contains: Choice = { kind: 'text', name: 'page', operator: 'contains', value: text.trim() };
  const found = [...values.slice(0, whole), ...dimensions, ...values.slice(whole)];
  return isLoading ? found : [...found, contains];
}

/** Of several that are just what was typed, DE is the country before the language. */
function compare(one: Recorded, other: Recorded, rank: number): number {
  const byName = rank === 0 ? filterNames.indexOf(one.name) - filterNames.indexOf(other.name) : 0;
  return byName || (other.count ?? 0) - (one.count ?? 0);
}

const noMatch = 4;

/** As a whole, from its beginning, from the beginning of a word, or somewhere in it. */
function rankOf({ name, value }: Recorded, typed: string): number {
  const forms = [value.toLowerCase(), showValue(name, value).toLowerCase()];
  if (typed === '' || forms.includes(typed)) return 0;
  if (forms.some((form) => form.startsWith(typed))) return 1;
  if (forms.some((form) => form.split(/[\s./_-]+/).some((word) => word.startsWith(typed)))) return 2;
  return forms.some((form) => form.includes(typed)) ? 3 : noMatch;
}

/** Which of the choices Enter takes before any is pointed at; -1 where the text stands for itself. */
export function findMeant(choices: readonly Choice[], { text, name }: Pick<Typing, 'text' | 'name'>): number {
  const [first] = choices;
  if (text.trim() === '' || !first) return -1;
  if (!name || closed.includes(name)) return 0;
  const isWhole = first.kind === 'value' && rankOf(first, text.trim().toLowerCase()) === 0;
  return isWhole ? 0 : -1;
}
