import type { Row } from '../../api/reports.ts';
import {
  formatCountry,
  formatDevice,
  formatLanguage,
  formatReferrer,
  formatSource,
} from '../../format/names.ts';
import { hints } from '../../installation/hints.ts';
import type { FilterName } from '../../view/filters.ts';
import type { Look } from '../../view/use-look.ts';
import {
  byColumn,
  nobody,
  type PanelColumn,
  type PanelFacts,
  type PanelTab,
  tailTab,
  text,
  withoutMoney,
} from './panel-facts.ts';
import { none, revenueFilter } from './panel-filters.ts';

/** Modes whose values are sites. */
const marked = ['referrer', 'utm_source'];

type SourceTab = Partial<Pick<PanelTab, 'empty' | 'about'>> & { show?: (value: string) => string };

const sourceTab = (name: string, label: string, mode: string, filter: FilterName, more: SourceTab = {}) =>
  tailTab({
    name,
    label,
    path: 'pixel/analytics/referrers',
    extra: { mode },
    heading: label,
    column: 'value',
    ...(marked.includes(mode) && { mark: 'tile' as const }),
    filter,
    ...more,
  });

const endColumns: readonly PanelColumn[] = [
  { name: 'sessions', label: 'Sessions', kind: 'count' },
  { name: 'visitors', label: 'Visitors', kind: 'count' },
  { name: 'bounce_rate', label: 'Bounce rate', kind: 'percent' },
  { name: 'avg_session_seconds', label: 'Session time', kind: 'seconds' },
];

const exitRate: PanelColumn = { name: 'exit_rate', label: 'Exit rate', kind: 'percent' };

/** By the page itself: sessions that saw it, wherever. */
const pageFilter = byColumn('page', 'path');

const endTab = (name: 'entry' | 'exit', label: string): PanelTab => ({
  name,
  label,
  path: `pixel/analytics/${name}-pages`,
  heading: 'Page',
  textOf: (row) => text(row.path),
  columns: name === 'exit' ? [...endColumns, exitRate] : endColumns,
  shown: ['sessions', name === 'exit' ? exitRate.name : 'bounce_rate'],
  filter: byColumn(`${name}_page`, 'path'),
  about: 'pages',
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
      about: 'pages',
      empty: nobody,
    },
    {
      name: 'visitors',
      label: 'By visitors',
      path: 'pixel/analytics/page-visitors',
      heading: 'Page',
      textOf: (row) => text(row.path),
      columns: [
        { name: 'visitors', label: 'Visitors', kind: 'count' },
        { name: 'views', label: 'Views', kind: 'count' },
      ],
      shown: ['visitors', 'views'],
      filter: pageFilter,
      about: 'pages',
      empty: nobody,
    },
    endTab('entry', 'Entry'),
    endTab('exit', 'Exit'),
  ],
};

const tagged = {
  title: 'No tagged visits in this period',
  advice: 'Add utm_source and utm_campaign to links that you share, and they show up here.',
  guide: 'tracking',
} as const;

const sources: PanelFacts = {
  name: 'sources',
  title: 'Sources',
  tabs: [
    sourceTab('channel', 'Channel', 'channel', 'channel', { about: 'channels' }),
    sourceTab('referrer', 'Referrer', 'referrer', 'referrer', { about: 'referrers', show: formatReferrer }),
    sourceTab('utm-source', 'UTM source', 'utm_source', 'utm_source', { empty: tagged }),
    sourceTab('campaign', 'Campaign', 'utm_campaign', 'utm_campaign', { empty: tagged }),
    sourceTab('keyword', 'Keyword', 'keyword', 'keyword'),
    tailTab({
      name: 'hostname',
      label: 'Referring site',
      path: 'pixel/analytics/hostnames',
      heading: 'Referring site',
      column: 'hostname',
      mark: 'tile',
      filter: 'hostname',
      empty: {
        title: 'No referring sites in this period',
        advice: 'Visits from links elsewhere show up here.',
        guide: 'tracking',
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
      mark: 'flag',
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
      mark: 'tile',
      filter: 'browser',
    }),
    tailTab({
      name: 'os',
      label: 'System',
      path: 'pixel/analytics/operating-systems',
      heading: 'Operating system',
      column: 'os',
      mark: 'tile',
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
      filter: byColumn('goal_name', 'goal_name'),
      hasProperties: true,
      empty: {
        title: 'No conversions in this period',
        advice: `Call ${hints.goal} on the page, send goals from your server, or make a page a goal in the settings, and they show up here.`,
        guide: 'goals',
      },
    },
  ],
};

const noteOfChannel = ({ channel }: Row): string => (channel === 'Direct' ? '' : text(channel));

const revenue: PanelFacts = {
  name: 'revenue',
  title: 'Revenue',
  tabs: [
    {
      name: 'source',
      label: 'By source',
      path: 'pixel/metrics/attributed_revenue',
      heading: 'Source',
      textOf: (row) => formatSource(text(row.source), text(row.channel)),
      noteOf: (row) =>
        [row.medium, row.campaign].filter((each) => each !== none).join(' · ') || noteOfChannel(row),
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
        title: 'No payments in this period',
        advice: 'Send payments from your server, and Footfall shows which sources they came from.',
        guide: 'revenue',
      },
    },
  ],
};

export const panels = { pages, sources, countries, devices, goals, revenue } satisfies Record<
  string,
  PanelFacts
>;

export function chosenTab(panel: PanelFacts, { view, showsRevenue }: Look): PanelTab {
  const tab = panel.tabs.find(({ name }) => name === view.tabs[panel.name]) ?? panel.tabs[0];
  return showsRevenue ? tab : withoutMoney(tab);
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
