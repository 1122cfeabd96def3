/**
 * The numbers of contract §5 once more: every report as plain, slow, readable TypeScript over a list of records, and
 * a test that holds the product's reports against it in random worlds. What lives here: the definitions
 * (definitions/), worlds and questions about them (worlds/), and what sends and compares them (comparison/). What must
 * not: SQL, and anything taken over from src/reports beyond the declarations that are to be compared.
 */
import { buildAiSeries } from './definitions/ai-series.ts';
import { buildAiSites } from './definitions/ai-sites.ts';
import { buildAiTraffic } from './definitions/ai-traffic.ts';
import { buildAttributedRevenue } from './definitions/attributed-revenue.ts';
import { buildBrowsers } from './definitions/browsers.ts';
import { buildCampaigns } from './definitions/campaigns.ts';
import { buildCountries } from './definitions/countries.ts';
import { buildCrawledPages } from './definitions/crawled-pages.ts';
import { buildCurrencies } from './definitions/currencies.ts';
import { buildDevices } from './definitions/devices.ts';
import { buildDirect } from './definitions/direct.ts';
import { buildDroppedHosts } from './definitions/dropped-hosts.ts';
import { buildEventsCatalog } from './definitions/events-catalog.ts';
import { buildFunnel, buildFunnelSeries } from './definitions/funnel.ts';
import { buildGoalConversions } from './definitions/goal-conversions.ts';
import { buildGoalMetadata } from './definitions/goal-metadata.ts';
import { buildHeadline } from './definitions/headline.ts';
import { buildHostnames } from './definitions/hostnames.ts';
import { buildLanguages } from './definitions/languages.ts';
import { buildLiveEvents } from './definitions/live-events.ts';
import { buildLivePages } from './definitions/live-pages.ts';
import { buildLiveSources } from './definitions/live-sources.ts';
import { buildOperatingSystems } from './definitions/operating-systems.ts';
import { buildOverview } from './definitions/overview.ts';
import { buildPageVisitors } from './definitions/page-visitors.ts';
import { buildPages } from './definitions/pages.ts';
import { buildPeople } from './definitions/people.ts';
import { buildRealtime } from './definitions/realtime.ts';
import { buildRealtimeMap } from './definitions/realtime-map.ts';
import { buildReferrers } from './definitions/referrers.ts';
import { buildRetentionCohorts } from './definitions/retention-cohorts.ts';
import { buildEntryPages, buildExitPages } from './definitions/session-ends.ts';
import { buildSessionsReport } from './definitions/sessions-report.ts';
import { buildTechnology } from './definitions/technology.ts';
import { buildMetricSeries, buildRevenueSeries, buildTimeseries } from './definitions/timeseries.ts';
import { buildTrackingHealth } from './definitions/tracking-health.ts';
import { buildTrafficSources } from './definitions/traffic-sources.ts';
import type { Row, View } from './definitions/view.ts';
import { buildVisitorHistory } from './definitions/visitor-history.ts';
import { buildVisitorProfile } from './definitions/visitor-profile.ts';
import { buildVisitorTimeline } from './definitions/visitor-timeline.ts';

export type Modelled = {
  build(view: View): Row[];
  /** Its REST path, its name among the lower-level reports, or neither for one that only the dashboard asks for. */
  path: string | null;
  name: string | null;
  /** What tells those apart that have neither. */
  title?: string;
  dates: 'days' | 'lookback' | 'since' | 'none';
  takesFilters: boolean;
  /** How many rows there are at most unless it is said; undefined: all. */
  limit: number | undefined;
  /** Columns that are no function of the records. */
  leftOut?: readonly string[];
};

const common = { path: null, name: null, dates: 'days', takesFilters: true, limit: 100 } as const;
const live = { ...common, dates: 'none', takesFilters: false, limit: 20 } as const;

/** In the order of contract §4, then those that only the dashboard asks for. */
export const model = {
  pages: { ...common, build: buildPages, path: '/pixel/analytics/pages', name: 'top_pages' },
  referrers: { ...common, build: buildReferrers, path: '/pixel/analytics/referrers', name: 'referrers' },
  campaigns: {
    ...common,
    build: buildCampaigns,
    path: '/pixel/analytics/campaigns',
    name: 'campaigns',
    takesFilters: false,
  },
  hostnames: {
    ...common,
    build: buildHostnames,
    path: '/pixel/analytics/hostnames',
    name: 'hostnames',
    takesFilters: false,
  },
  countries: {
    ...common,
    build: buildCountries,
    path: '/pixel/analytics/countries',
    name: 'locations',
    limit: 250,
  },
  devices: { ...common, build: buildDevices, path: '/pixel/analytics/devices', name: 'devices' },
  browsers: { ...common, build: buildBrowsers, path: '/pixel/analytics/browsers' },
  operatingSystems: { ...common, build: buildOperatingSystems, path: '/pixel/analytics/operating-systems' },
  timeseries: {
    ...common,
    build: buildTimeseries,
    path: '/pixel/analytics/timeseries',
    dates: 'lookback',
    takesFilters: false,
    limit: undefined,
  },
  breakdown: {
    ...common,
    build: buildTimeseries,
    path: '/pixel/analytics/timeseries/breakdown',
    dates: 'lookback',
    takesFilters: false,
    limit: undefined,
  },
  realtime: {
    ...common,
    build: buildRealtime,
    path: '/pixel/analytics/realtime',
    name: 'live_visitors',
    dates: 'none',
    takesFilters: false,
    limit: 1,
  },
  realtimeMap: {
    ...common,
    build: buildRealtimeMap,
    path: '/pixel/analytics/realtime/map',
    dates: 'none',
    takesFilters: false,
    limit: 250,
  },
  overview: {
    ...common,
    build: buildOverview,
    path: '/pixel/analytics/overview',
    dates: 'none',
    takesFilters: false,
    limit: 1,
  },
  visitorHistory: {
    ...common,
    build: buildVisitorHistory,
    path: '/pixel/visitors/:visitor_id',
    dates: 'none',
    takesFilters: false,
  },
  goalMetadata: {
    ...common,
    build: buildGoalMetadata,
    path: '/pixel/goals/:goal_name/metadata',
    dates: 'since',
    takesFilters: false,
  },
  technology: { ...common, build: buildTechnology, name: 'technology' },
  languages: { ...common, build: buildLanguages, name: 'languages' },
  trafficSources: { ...common, build: buildTrafficSources, name: 'traffic_sources' },
  funnel: { ...common, build: buildFunnel, name: 'funnel' },
  goalConversions: { ...common, build: buildGoalConversions, name: 'goal_conversions' },
  attributedRevenue: { ...common, build: buildAttributedRevenue, name: 'attributed_revenue' },
  retentionCohorts: { ...common, build: buildRetentionCohorts, name: 'retention_cohorts', limit: 1000 },
  sessions: { ...common, build: buildSessionsReport, name: 'sessions' },
  visitorProfile: {
    ...common,
    build: buildVisitorProfile,
    name: 'visitor_profile',
    takesFilters: false,
    limit: 1,
  },
  visitorTimeline: {
    ...common,
    build: buildVisitorTimeline,
    name: 'visitor_timeline',
    takesFilters: false,
  },
  aiTraffic: { ...common, build: buildAiTraffic, name: 'ai_traffic' },
  eventsCatalog: { ...common, build: buildEventsCatalog, name: 'events_catalog' },
  trackingHealth: {
    ...common,
    build: buildTrackingHealth,
    name: 'tracking_health',
    takesFilters: false,
    leftOut: ['reason'],
  },
  metricSeries: {
    ...common,
    build: buildMetricSeries,
    name: 'metric_series',
    dates: 'lookback',
    limit: undefined,
  },
  headline: { ...common, build: buildHeadline, title: 'Headline figures', limit: 1 },
  direct: { ...common, build: buildDirect, title: 'Direct visits', limit: 1 },
  entryPages: { ...common, build: buildEntryPages, title: 'Entry pages' },
  exitPages: { ...common, build: buildExitPages, title: 'Exit pages' },
  people: { ...common, build: buildPeople, title: 'People' },
  currencies: { ...common, build: buildCurrencies, title: 'Currencies', dates: 'since' },
  pageVisitors: { ...common, build: buildPageVisitors, title: 'Pages by visitors' },
  crawledPages: { ...common, build: buildCrawledPages, title: 'Crawled pages' },
  aiSeries: {
    ...common,
    build: buildAiSeries,
    title: 'AI traffic over time',
    dates: 'lookback',
    limit: undefined,
  },
  aiSites: { ...common, build: buildAiSites, title: 'AI sites' },
  revenueSeries: {
    ...common,
    build: buildRevenueSeries,
    title: 'Filtered revenue over time',
    dates: 'lookback',
    limit: undefined,
  },
  funnelSeries: {
    ...common,
    build: buildFunnelSeries,
    title: 'Funnel over time',
    dates: 'lookback',
    limit: undefined,
  },
  droppedHosts: {
    ...common,
    build: buildDroppedHosts,
    title: 'Hosts outside the domains',
    takesFilters: false,
    limit: 20,
  },
  livePages: { ...live, build: buildLivePages, title: 'Current pages' },
  liveSources: { ...live, build: buildLiveSources, title: 'Current sources' },
  liveEvents: { ...live, build: buildLiveEvents, title: 'Newest records' },
} satisfies Record<string, Modelled>;

export type ReportKey = keyof typeof model;

export const reportKeys = Object.keys(model) as ReportKey[];

export const modelOf = (report: ReportKey): Modelled => model[report];
