import type { Cell, Row } from '../../api/reports.ts';
import { formatCountry, formatDevice, formatLanguage } from '../../format/names.ts';
import {
  type Filter,
  type FilterName,
  type Filters,
  hasValue,
  toggleValue,
  withFilter,
} from '../../view/filters.ts';

export type ColumnKind = 'count' | 'percent' | 'seconds' | 'money';

export type PanelColumn = { name: string; label: string; kind: ColumnKind };

/** One report as a list of rows: what a row is called, its numbers, and how it filters the page. */
export type PanelTab = {
  name: string;
  label: string;
  /** As after /api/v1/. */
  path: string;
  extra?: Readonly<Record<string, string>>;
  /** Heading of the rows. */
  heading: string;
  textOf(row: Row): string;
  /** A second, quieter text. */
  noteOf?(row: Row): string;
  /** The first is the one that the bars show. */
  columns: readonly PanelColumn[];
  /** Beside the bars; the others are in the details. */
  shown: readonly string[];
  /** A row that is no filter opens what is known about it instead. */
  filter?: { toggle(filters: Filters, row: Row): Filters; isOn(filters: Filters, row: Row): boolean };
  empty: { title: string; advice: string };
};

export type PanelFacts = { name: string; title: string; tabs: readonly [PanelTab, ...PanelTab[]] };

const text = (cell: Cell | undefined): string => String(cell ?? '');

const tail: readonly PanelColumn[] = [
  { name: 'visitors', label: 'Visitors', kind: 'count' },
  { name: 'sessions', label: 'Sessions', kind: 'count' },
  { name: 'pageviews', label: 'Pageviews', kind: 'count' },
  { name: 'bounce_rate', label: 'Bounce rate', kind: 'percent' },
  { name: 'avg_session_seconds', label: 'Session time', kind: 'seconds' },
  { name: 'conversions', label: 'Conversions', kind: 'count' },
  { name: 'conversion_rate', label: 'Conv. rate', kind: 'percent' },
  { name: 'revenue', label: 'Revenue', kind: 'money' },
];

const nobody = { title: 'Nobody in these days', advice: 'Choose more days, or take away a filter.' };

function byColumn(name: FilterName, column: string): NonNullable<PanelTab['filter']> {
  return {
    toggle: (filters, row) => toggleValue(filters, name, text(row[column])),
    isOn: (filters, row) => hasValue(filters, name, text(row[column])),
  };
}

type TailTab = Pick<PanelTab, 'name' | 'label' | 'path' | 'heading'> & {
  column: string;
  extra?: PanelTab['extra'];
  show?: (value: string) => string;
  filter?: PanelTab['filter'] | FilterName;
  empty?: PanelTab['empty'];
};

function tailTab({ column, show = (value) => value, filter, extra, empty, ...rest }: TailTab): PanelTab {
  return {
    ...rest,
    ...(extra && { extra }),
    textOf: (row) => show(text(row[column])),
    columns: tail,
    shown: ['visitors', 'revenue'],
    ...(filter && { filter: typeof filter === 'string' ? byColumn(filter, column) : filter }),
    empty: empty ?? nobody,
  };
}

const sourceTab = (
  name: string,
  label: string,
  mode: string,
  filter: FilterName,
  empty?: PanelTab['empty'],
) =>
  tailTab({
    name,
    label,
    path: 'pixel/analytics/referrers',
    extra: { mode },
    heading: label,
    column: 'value',
    filter,
    ...(empty && { empty }),
  });

/** A host stands for all hosts below it, so that the filter is a pattern. */
const hostPattern = (row: Row): Filter => ({
  operator: 'matches',
  values: [`(^|\\.)${text(row.hostname).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`],
});

const sameFilter = (one: Filter | undefined, other: Filter) =>
  one?.operator === other.operator && one.values.join() === other.values.join();

const hostFilter: PanelTab['filter'] = {
  isOn: ({ referrer }, row) => sameFilter(referrer, hostPattern(row)),
  toggle(filters, row) {
    const pattern = hostPattern(row);
    return withFilter(filters, 'referrer', sameFilter(filters.referrer, pattern) ? undefined : pattern);
  },
};

const endColumns: readonly PanelColumn[] = [
  { name: 'sessions', label: 'Sessions', kind: 'count' },
  { name: 'visitors', label: 'Visitors', kind: 'count' },
  { name: 'bounce_rate', label: 'Bounce rate', kind: 'percent' },
  { name: 'avg_session_seconds', label: 'Session time', kind: 'seconds' },
];

/** By the page itself: sessions that saw it, wherever. */
const pageFilter = byColumn('page', 'path');

const endTab = (name: 'entry' | 'exit', label: string): PanelTab => ({
  name,
  label,
  path: `pixel/analytics/${name}-pages`,
  heading: 'Page',
  textOf: (row) => text(row.path),
  columns: endColumns,
  shown: ['sessions', 'bounce_rate'],
  filter: pageFilter,
  empty: nobody,
});

const pages: PanelFacts = {
  name: 'pages',
  title: 'Pages',
  tabs: [
    {
      name: 'top',
      label: 'Top',
      path: 'pixel/analytics/pages',
      heading: 'Page',
      textOf: (row) => text(row.path),
      columns: [
        { name: 'views', label: 'Views', kind: 'count' },
        { name: 'sessions', label: 'Sessions', kind: 'count' },
        { name: 'bounces', label: 'Bounces', kind: 'count' },
        { name: 'bounce_rate', label: 'Bounce rate', kind: 'percent' },
        { name: 'avg_time_seconds', label: 'Time on page', kind: 'seconds' },
      ],
      shown: ['views', 'avg_time_seconds'],
      filter: pageFilter,
      empty: nobody,
    },
    endTab('entry', 'Entry'),
    endTab('exit', 'Exit'),
  ],
};

const tagged = {
  title: 'No tagged visits in these days',
  advice: 'Add utm_source and utm_campaign to links that you share, and they show up here.',
};

const sources: PanelFacts = {
  name: 'sources',
  title: 'Sources',
  tabs: [
    sourceTab('channel', 'Channel', 'channel', 'channel'),
    sourceTab('referrer', 'Referrer', 'referrer', 'referrer'),
    sourceTab('utm-source', 'UTM source', 'utm_source', 'utm_source', tagged),
    sourceTab('campaign', 'Campaign', 'utm_campaign', 'utm_campaign', tagged),
    sourceTab('keyword', 'Keyword', 'keyword', 'keyword'),
    tailTab({
      name: 'hostname',
      label: 'Hostname',
      path: 'pixel/analytics/hostnames',
      heading: 'Hostname',
      column: 'hostname',
      filter: hostFilter,
      empty: {
        title: 'No referring hosts in these days',
        advice: 'Visits from links elsewhere show up here.',
      },
    }),
  ],
};

const countries: PanelFacts = {
  name: 'countries',
  title: 'Countries',
  tabs: [
    tailTab({
      name: 'country',
      label: 'Countries',
      path: 'pixel/analytics/countries',
      heading: 'Country',
      column: 'country',
      show: formatCountry,
      filter: 'country',
    }),
    tailTab({
      name: 'language',
      label: 'Languages',
      path: 'pixel/metrics/languages',
      heading: 'Language',
      column: 'language',
      show: formatLanguage,
      filter: 'language',
    }),
  ],
};

const devices: PanelFacts = {
  name: 'devices',
  title: 'Devices',
  tabs: [
    tailTab({
      name: 'device',
      label: 'Device',
      path: 'pixel/analytics/devices',
      heading: 'Device',
      column: 'device',
      show: formatDevice,
      filter: 'device',
    }),
    tailTab({
      name: 'browser',
      label: 'Browser',
      path: 'pixel/analytics/browsers',
      heading: 'Browser',
      column: 'browser',
      filter: 'browser',
    }),
    tailTab({
      name: 'os',
      label: 'System',
      path: 'pixel/analytics/operating-systems',
      heading: 'Operating system',
      column: 'os',
      filter: 'os',
    }),
  ],
};

const goals: PanelFacts = {
  name: 'goals',
  title: 'Goals',
  tabs: [
    {
      name: 'goal',
      label: 'Goals',
      path: 'pixel/metrics/goal_conversions',
      heading: 'Goal',
      textOf: (row) => text(row.goal_name),
      columns: [
        { name: 'conversions', label: 'Conversions', kind: 'count' },
        { name: 'visitors', label: 'Visitors', kind: 'count' },
        { name: 'conversion_rate', label: 'Conv. rate', kind: 'percent' },
      ],
      shown: ['conversions', 'conversion_rate'],
      empty: {
        title: 'No conversions in these days',
        advice: "Call footfall('signup') on the page, or send goals from your server, and they show up here.",
      },
    },
  ],
};

const none = '(none)';

/** What a revenue row names, as far as the API can filter by it. */
function revenueFilters(row: Row): Filters {
  const is = (value: Cell | undefined): Filter => ({ operator: 'is', values: [text(value)] });
  const isTagged = row.medium !== none || row.campaign !== none;
  return {
    channel: is(row.channel),
    ...(isTagged ? { utm_source: is(row.source) } : {}),
    ...(row.medium !== none && { utm_medium: is(row.medium) }),
    ...(row.campaign !== none && { utm_campaign: is(row.campaign) }),
  };
}

const revenueFilter: PanelTab['filter'] = {
  isOn: (filters, row) =>
    (Object.entries(revenueFilters(row)) as [FilterName, Filter][]).every(([name, filter]) =>
      sameFilter(filters[name], filter),
    ),
  toggle(filters, row) {
    const own = Object.entries(revenueFilters(row)) as [FilterName, Filter][];
    const isOn = own.every(([name, filter]) => sameFilter(filters[name], filter));
    return own.reduce((all, [name, filter]) => withFilter(all, name, isOn ? undefined : filter), filters);
  },
};

const revenue: PanelFacts = {
  name: 'revenue',
  title: 'Revenue',
  tabs: [
    {
      name: 'source',
      label: 'By source',
      path: 'pixel/metrics/attributed_revenue',
      heading: 'Source',
      textOf: (row) => text(row.source),
      noteOf: (row) =>
        [row.medium, row.campaign].filter((each) => each !== none).join(' · ') || text(row.channel),
      columns: [
        { name: 'revenue', label: 'Revenue', kind: 'money' },
        { name: 'revenue_new', label: 'New', kind: 'money' },
        { name: 'revenue_renewal', label: 'Renewal', kind: 'money' },
        { name: 'revenue_refund', label: 'Refunds', kind: 'money' },
        { name: 'payments', label: 'Payments', kind: 'count' },
        { name: 'visitors', label: 'Visitors', kind: 'count' },
        { name: 'revenue_per_visitor', label: 'Per visitor', kind: 'money' },
      ],
      shown: ['revenue', 'payments'],
      filter: revenueFilter,
      empty: {
        title: 'No payments in these days',
        advice: 'Send payments from your server, and Footfall shows which sources they came from.',
      },
    },
  ],
};

export const panels = { pages, sources, countries, devices, goals, revenue } satisfies Record<
  string,
  PanelFacts
>;

export function chosenTab(panel: PanelFacts, tabs: Readonly<Record<string, string>>): PanelTab {
  return panel.tabs.find(({ name }) => name === tabs[panel.name]) ?? panel.tabs[0];
}

/** Unlike its text it is there once in a report. */
export function keyOfRow(tab: PanelTab, row: Row): string {
  return tab.path.endsWith('attributed_revenue')
    ? [row.channel, row.source, row.medium, row.campaign].map(text).join('\n')
    : text(row[keyColumns.find((name) => name in row) ?? '']);
}

const keyColumns = [
  'path',
  'value',
  'hostname',
  'country',
  'language',
  'device',
  'browser',
  'os',
  'goal_name',
];
