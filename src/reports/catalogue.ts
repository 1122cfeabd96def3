/** Every report of the product. Adding one is adding its file and its line here. */
import { aiSeries } from './ai-series.ts';
import { aiSites } from './ai-sites.ts';
import { aiTraffic } from './ai-traffic.ts';
import { attributedRevenue } from './attributed-revenue.ts';
import { browsers } from './browsers.ts';
import { campaigns } from './campaigns.ts';
import { countries } from './countries.ts';
import { crawledPages } from './crawled-pages.ts';
import { currencies } from './currencies.ts';
import type { NamedReport, Report } from './define-report.ts';
import { devices } from './devices.ts';
import { direct } from './direct.ts';
import { droppedHosts } from './dropped-hosts.ts';
import { eventsCatalog } from './events-catalog.ts';
import { funnel } from './funnel.ts';
import { funnelSeries } from './funnel-series.ts';
import { goalConversions } from './goal-conversions.ts';
import { goalMetadata } from './goal-metadata.ts';
import { headline } from './headline.ts';
import { hostnames } from './hostnames.ts';
import { languages } from './languages.ts';
import { liveEvents } from './live-events.ts';
import { livePages } from './live-pages.ts';
import { liveSources } from './live-sources.ts';
import { metricSeries } from './metric-series.ts';
import { operatingSystems } from './operating-systems.ts';
import { overview } from './overview.ts';
import { pageVisitors } from './page-visitors.ts';
import { pages } from './pages.ts';
import { people } from './people.ts';
import { realtime } from './realtime.ts';
import { realtimeMap } from './realtime-map.ts';
import { referrers } from './referrers.ts';
import { retentionCohorts } from './retention-cohorts.ts';
import { revenueSeries } from './revenue-series.ts';
import { entryPages, exitPages } from './session-ends.ts';
import { sessionList } from './session-list.ts';
import { technology } from './technology.ts';
import { timeseries, timeseriesBreakdown } from './timeseries.ts';
import { trackingHealth } from './tracking-health.ts';
import { trafficSources } from './traffic-sources.ts';
import { visitorHistory } from './visitor-history.ts';
import { visitorProfile } from './visitor-profile.ts';
import { visitorTimeline } from './visitor-timeline.ts';

/** Those with a name or a path in the order of contract §4; the dashboard alone asks for the others. */
export const catalogue: readonly Report[] = [
  headline,
  direct,
  entryPages,
  exitPages,
  people,
  currencies,
  pageVisitors,
  crawledPages,
  aiSeries,
  aiSites,
  funnelSeries,
  revenueSeries,
  droppedHosts,
  livePages,
  liveSources,
  liveEvents,
  realtime,
  realtimeMap,
  overview,
  pages,
  referrers,
  campaigns,
  hostnames,
  countries,
  devices,
  browsers,
  operatingSystems,
  technology,
  languages,
  trafficSources,
  timeseries,
  timeseriesBreakdown,
  funnel,
  goalConversions,
  goalMetadata,
  attributedRevenue,
  retentionCohorts,
  sessionList,
  visitorProfile,
  visitorTimeline,
  visitorHistory,
  aiTraffic,
  eventsCatalog,
  trackingHealth,
  metricSeries,
];

/** Those that /pixel/metrics/ answers. */
export function listNamed(reports: readonly Report[]): NamedReport[] {
  return reports.filter((report): report is NamedReport => report.name !== null);
}

/** Those that only the dashboard asks for, by the last part of their address there. */
export const dashboardReports: Readonly<Record<string, Report>> = {
  headline,
  direct,
  'entry-pages': entryPages,
  'exit-pages': exitPages,
  people,
  currencies,
  'page-visitors': pageVisitors,
  'crawled-pages': crawledPages,
  'ai-series': aiSeries,
  'ai-sites': aiSites,
  'funnel-series': funnelSeries,
  'revenue-series': revenueSeries,
  'dropped-hosts': droppedHosts,
};
