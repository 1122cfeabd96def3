import { type Facts, type Hit, noFacts } from './record.ts';
import type { Session } from './sessions.ts';

export const filterNames = [
  'country',
  'device',
  'browser',
  'os',
  'referrer',
  'page',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'goal_name',
] as const;

export type FilterName = (typeof filterNames)[number];

export const operators = [
  'is',
  'is_not',
  'contains',
  'contains_not',
  'starts_with',
  'ends_with',
  'matches',
  'matches_not',
] as const;

export type Operator = (typeof operators)[number];

export type Filter = { name: FilterName; operator: Operator; values: readonly string[] };

const facts: Record<Exclude<FilterName, 'page' | 'goal_name'>, keyof Facts> = {
  country: 'country',
  device: 'device',
  browser: 'browser',
  os: 'os',
  referrer: 'referrerHost',
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_campaign: 'utmCampaign',
  utm_term: 'utmTerm',
  utm_content: 'utmContent',
};

/** The word under which reports show the empty value; `(none)` stands for it in every filter. */
const shownWhenEmpty: Partial<Record<FilterName, string>> = {
  country: 'ZZ',
  device: 'unknown',
  browser: 'unknown',
  os: 'unknown',
  referrer: '(direct)',
};

/** What a hit has under the name of a filter. */
export const readValue = (name: FilterName, { path, facts: told, name: goal }: Hit): string => {
  if (name === 'goal_name') return goal;
  return name === 'page' ? path : told[facts[name]];
};

const isNegative = (operator: Operator): boolean => operator.endsWith('_not');

/** Whether all filters let the session pass; where there is none, its facts are empty and it viewed nothing. */
export function passes(filters: readonly Filter[], session: Session | undefined): boolean {
  return filters.every((filter) => {
    return holds(filter, session) !== isNegative(filter.operator);
  });
}

function holds(filter: Filter, session: Session | undefined): boolean {
  const { name } = filter;
  switch (name) {
    case 'page':
      return (session?.pageviews ?? []).some(({ path }) => matches(filter, path));
    case 'goal_name':
      return [...(session?.goals ?? [])].some((goal) => matches(filter, goal));
    default:
      return matches(filter, (session?.facts ?? noFacts)[facts[name]]);
  }
}

/** On the pages report `page` selects views, the other filters sessions (contract §3). */
export function passesView(filters: readonly Filter[], session: Session, path: string): boolean {
  const ofSession = filters.filter(({ name }) => name !== 'page');
  const ofView = filters.filter(({ name }) => name === 'page');
  return (
    passes(ofSession, session) &&
    ofView.every((filter) => matches(filter, path) !== isNegative(filter.operator))
  );
}

/** Whether any of the values fits, whatever the sign of the operator. */
function matches({ name, operator, values }: Filter, text: string): boolean {
  const isPattern = fits[operator] === fitsPattern;
  const standsForEmpty = (value: string) => value === '(none)' || value === shownWhenEmpty[name];
  const meant = name === 'referrer' && !isPattern ? values.map(withoutWww) : values;
  return meant.some((value) =>
    !isPattern && standsForEmpty(value) ? text === '' : fits[operator](text, value),
  );
}

/** Referring hosts are kept so. Of the hosts here none begins with `www.` without it. */
const withoutWww = (value: string): string => value.toLowerCase().replace(/^www\./, '');

type Fits = (text: string, value: string) => boolean;

const equals: Fits = (text, value) => text === value;
const includes: Fits = (text, value) => text.includes(value);
const fitsPattern: Fits = (text, value) => new RegExp(value, 'u').test(text);

const fits: Record<Operator, Fits> = {
  is: equals,
  is_not: equals,
  contains: includes,
  contains_not: includes,
  starts_with: (text, value) => text.startsWith(value),
  ends_with: (text, value) => text.endsWith(value),
  matches: fitsPattern,
  matches_not: fitsPattern,
};
