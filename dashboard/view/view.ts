/**
 * What a page looks at: the days, what they are compared with, the zone, the filters. All of it is in the address, so
 * that a view can be sent to others and the back button works. What lives here: these values and how they are
 * written. What must not: drawing, asking.
 */
import { parseDay } from './day.ts';
import { buildFilterQuery, type Filters, parseFilterQuery } from './filters.ts';
import {
  type Comparison,
  comparisons,
  type Granularity,
  granularities,
  isPreset,
  type Period,
} from './period.ts';

/** What a visit has to be for revenue to be credited to it; the words of the pages. */
export const models = {
  last_non_direct: 'Last non-direct',
  first: 'First',
  last: 'Last',
  linear: 'Linear',
} as const;

export type Model = keyof typeof models;

export const metrics = {
  visitors: 'Visitors',
  sessions: 'Sessions',
  pageviews: 'Pageviews',
  bounce_rate: 'Bounce rate',
  session_time: 'Session time',
  conversions: 'Conversions',
  conversion_rate: 'Conversion rate',
  revenue: 'Revenue',
} as const;

export type Metric = keyof typeof metrics;

export type View = {
  /** Undefined: the last thirty days, or those that have data where that are fewer. */
  period: Period | undefined;
  comparison: Comparison;
  /** Others over the same days; they take the place of a comparison with other days. */
  versus: Versus | undefined;
  /** Undefined: the zone of the workspace. */
  zone: string | undefined;
  filters: Filters;
  /** Which visits revenue is credited to, wherever it is shown. */
  model: Model;
  /** Undefined: the one with the largest sum. */
  currency: string | undefined;
  metric: Metric;
  /** Undefined: what fits the length of the range. */
  granularity: Granularity | undefined;
  /** The chosen tab of each panel, where it is not the first. */
  tabs: Readonly<Record<string, string>>;
  /** The panel whose whole table is open, or the row that is looked at closely. */
  details: string | undefined;
  /** What one page alone knows, such as the steps of a funnel. */
  own: Own;
  dress: Dress;
};

/** A segment to compare with: what it was called when it was chosen, and whom it selects. */
export type Versus = { name: string; filters: Filters };

/** How a shared view looks in a page of somebody else's. It goes along wherever one goes. */
export type Dress = {
  /** Without what surrounds it elsewhere. */
  embed: boolean;
  /** Undefined: as the system has it. */
  theme: 'light' | 'dark' | undefined;
};

const ownNames = ['cohorts', 'funnel', 'steps', 'window'] as const;
export type OwnName = (typeof ownNames)[number];
export type Own = { readonly [Name in OwnName]?: string | undefined };

export const defaultView: View = {
  period: undefined,
  comparison: 'previous',
  versus: undefined,
  zone: undefined,
  filters: {},
  model: 'last_non_direct',
  currency: undefined,
  metric: 'visitors',
  granularity: undefined,
  tabs: {},
  details: undefined,
  own: {},
  dress: { embed: false, theme: undefined },
};

const tabPrefix = 'tab.';
const versusPrefix = 'vs.';

/** Whatever is written by hand in an address and makes no sense counts as not given. */
export function parseView(search: string): View {
  const query = new URLSearchParams(search);
  const zone = query.get('tz');
  return {
    period: parsePeriod(query),
    comparison: oneOf(comparisons, query.get('compare')) ?? defaultView.comparison,
    versus: parseVersus(query),
    zone: zone && isZone(zone) ? zone : undefined,
    filters: parseFilterQuery(Object.fromEntries(query)),
    model: oneOf(models, query.get('model')) ?? defaultView.model,
    currency: /^[A-Z]{3}$/.exec(query.get('currency') ?? '')?.[0],
    metric: oneOf(metrics, query.get('metric')) ?? defaultView.metric,
    granularity: oneOf(granularities, query.get('by')),
    tabs: parseTabs(query),
    details: query.get('details') ?? undefined,
    own: parseOwn(query),
    dress: parseDress(query),
  };
}

/** Without the question mark; empty for the default view. */
export function buildSearch(view: View): string {
  const query = new URLSearchParams();
  if (typeof view.period === 'string') query.set('period', view.period);
  else if (view.period) {
    query.set('from', view.period.from);
    query.set('to', view.period.to);
  }
  setUnless(query, 'compare', view.comparison, defaultView.comparison);
  if (view.versus) {
    query.set('versus', view.versus.name);
    const filters = Object.entries(buildFilterQuery(view.versus.filters));
    for (const [name, text] of filters) query.set(versusPrefix + name, text);
  }
  setUnless(query, 'tz', view.zone, undefined);
  for (const [name, text] of Object.entries(buildFilterQuery(view.filters))) query.set(name, text);
  setUnless(query, 'model', view.model, defaultView.model);
  setUnless(query, 'currency', view.currency, undefined);
  setUnless(query, 'metric', view.metric, defaultView.metric);
  setUnless(query, 'by', view.granularity, undefined);
  for (const [panel, tab] of Object.entries(view.tabs)) query.set(tabPrefix + panel, tab);
  setUnless(query, 'details', view.details, undefined);
  for (const name of ownNames) setUnless(query, name, view.own[name], undefined);
  if (view.dress.embed) query.set('embed', '');
  setUnless(query, 'theme', view.dress.theme, undefined);
  return readable(query);
}

/** What other pages of the same website look at too. */
export function buildSharedSearch(view: View): string {
  const { period, comparison, versus, zone, filters, model, currency, dress } = view;
  return buildSearch({ ...defaultView, period, comparison, versus, zone, filters, model, currency, dress });
}

function parsePeriod(query: URLSearchParams): Period | undefined {
  const from = parseDay(query.get('from'));
  const to = parseDay(query.get('to'));
  if (from && to && from <= to) return { from, to };
  const preset = query.get('period');
  return isPreset(preset) ? preset : undefined;
}

const parseTabs = (query: URLSearchParams): Record<string, string> => readPrefixed(query, tabPrefix);

function parseVersus(query: URLSearchParams): Versus | undefined {
  const name = query.get('versus');
  return name ? { name, filters: parseFilterQuery(readPrefixed(query, versusPrefix)) } : undefined;
}

function readPrefixed(query: URLSearchParams, prefix: string): Record<string, string> {
  const pairs = [...query].filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(pairs.map(([name, text]) => [name.slice(prefix.length), text]));
}

function parseOwn(query: URLSearchParams): Own {
  return Object.fromEntries(ownNames.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])));
}

function parseDress(query: URLSearchParams): Dress {
  const theme = query.get('theme');
  return { embed: query.has('embed'), theme: theme === 'light' || theme === 'dark' ? theme : undefined };
}

function oneOf<Names extends object>(names: Names, text: string | null): keyof Names | undefined {
  return text !== null && Object.hasOwn(names, text) ? (text as keyof Names) : undefined;
}

function setUnless(query: URLSearchParams, name: string, value: string | undefined, usual: unknown): void {
  if (value !== undefined && value !== usual) query.set(name, value);
}

export function isZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** An address is also read by people: these mean nothing in a query and may stand as they are. */
function readable(query: URLSearchParams): string {
  return query
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll('%2F', '/')
    .replaceAll('%2C', ',')
    .replace(/(^|&)embed=(&|$)/, '$1embed$2');
}
