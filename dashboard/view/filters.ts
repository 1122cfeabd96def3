/** Filters as the API knows them: one for each dimension, an operator and up to 20 values. */
export const operators = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  contains_not: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  matches: 'matches pattern',
  matches_not: 'does not match pattern',
} as const;

export type Operator = keyof typeof operators;

export const filterLabels = {
  page: 'Page',
  entry_page: 'Entry page',
  exit_page: 'Exit page',
  channel: 'Channel',
  referrer: 'Referrer',
  hostname: 'Referring site',
  ai_operator: 'AI assistant',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
  keyword: 'Keyword',
  country: 'Country',
  language: 'Language',
  device: 'Device',
  browser: 'Browser',
  os: 'Operating system',
  visitor_type: 'Visitor type',
  paying: 'Paying',
  identified: 'Identified',
  goal_name: 'Goal',
} as const;

/** Filters that are a question with these answers. */
export const answersOf: { readonly [Name in FilterName]?: readonly string[] } = {
  visitor_type: ['new', 'returning'],
  paying: ['yes', 'no'],
  identified: ['yes', 'no'],
};

export type FilterName = keyof typeof filterLabels;
export const filterNames = Object.keys(filterLabels) as FilterName[];

export type Filter = { operator: Operator; values: readonly string[] };
export type Filters = { readonly [Name in FilterName]?: Filter };

export const mostValues = 20;

export const isOperator = (text: string): text is Operator => Object.hasOwn(operators, text);
export const isFilterName = (text: string): text is FilterName => Object.hasOwn(filterLabels, text);

/** `contains_not:/blog,/docs`; an operator is always written, so that no value is taken for one. */
export function buildFilterText({ operator, values }: Filter): string {
  return `${operator}:${values.map((value) => value.replaceAll(',', '\\,')).join(',')}`;
}

/** Undefined where there is no value in it. Without an operator it is `is`, as in the API. */
export function parseFilterText(text: string): Filter | undefined {
  const colon = text.indexOf(':');
  const prefix = text.slice(0, Math.max(colon, 0));
  const operator = isOperator(prefix) ? prefix : 'is';
  const list = isOperator(prefix) ? text.slice(colon + 1) : text;
  const values = list
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll('\\,', ','))
    .filter((value) => value !== '')
    .slice(0, mostValues);
  return values.length > 0 ? { operator, values } : undefined;
}

/** As parameters of a report, and as a segment keeps them. */
export function buildFilterQuery(filters: Filters): Record<string, string> {
  return Object.fromEntries(listFilters(filters).map(([name, filter]) => [name, buildFilterText(filter)]));
}

export function parseFilterQuery(query: Readonly<Record<string, unknown>>): Filters {
  const pairs = filterNames.flatMap((name) => {
    const text = query[name];
    const filter = typeof text === 'string' ? parseFilterText(text) : undefined;
    return filter ? [[name, filter] as const] : [];
  });
  return Object.fromEntries(pairs);
}

export function listFilters(filters: Filters): [FilterName, Filter][] {
  return filterNames.flatMap((name) => {
    const filter = filters[name];
    return filter ? [[name, filter] as [FilterName, Filter]] : [];
  });
}

export const countFilters = (filters: Filters): number => listFilters(filters).length;

export function withFilter(filters: Filters, name: FilterName, filter: Filter | undefined): Filters {
  const { [name]: _before, ...others } = filters;
  return filter ? { ...others, [name]: filter } : others;
}

/** A dimension has one filter: values join one with the same operator, and take the place of any other. */
export function addFilter(filters: Filters, name: FilterName, { operator, values }: Filter): Filters {
  const before = filters[name];
  const joined = before?.operator === operator ? [...new Set([...before.values, ...values])] : values;
  return withFilter(filters, name, { operator, values: joined.slice(-mostValues) });
}

/** A click on a row: the value joins an `is` of the same dimension, or leaves it; else it begins one. */
export function toggleValue(filters: Filters, name: FilterName, value: string): Filters {
  const before = filters[name];
  if (before?.operator !== 'is') return withFilter(filters, name, { operator: 'is', values: [value] });
  const without = before.values.filter((each) => each !== value);
  const has = without.length < before.values.length;
  const values = has ? without : [...before.values, value].slice(-mostValues);
  return withFilter(filters, name, values.length > 0 ? { operator: 'is', values } : undefined);
}

export const hasValue = (filters: Filters, name: FilterName, value: string): boolean =>
  filters[name]?.operator === 'is' && filters[name].values.includes(value);
