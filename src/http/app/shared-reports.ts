import type { SharePage } from '../../contract/share-pages.ts';
import { aiSeries } from '../../reports/ai-series.ts';
import { aiSites } from '../../reports/ai-sites.ts';
import { aiTraffic } from '../../reports/ai-traffic.ts';
import { attributedRevenue } from '../../reports/attributed-revenue.ts';
import { browsers } from '../../reports/browsers.ts';
import { countries } from '../../reports/countries.ts';
import { crawledPages } from '../../reports/crawled-pages.ts';
import { currencies } from '../../reports/currencies.ts';
import type { Report } from '../../reports/define-report.ts';
import { devices } from '../../reports/devices.ts';
import { direct } from '../../reports/direct.ts';
import { eventsCatalog } from '../../reports/events-catalog.ts';
import { funnel } from '../../reports/funnel.ts';
import { funnelSeries } from '../../reports/funnel-series.ts';
import { goalConversions } from '../../reports/goal-conversions.ts';
import { goalMetadata } from '../../reports/goal-metadata.ts';
import { headline } from '../../reports/headline.ts';
import { hostnames } from '../../reports/hostnames.ts';
import { languages } from '../../reports/languages.ts';
import { metricSeries } from '../../reports/metric-series.ts';
import { operatingSystems } from '../../reports/operating-systems.ts';
import { pageVisitors } from '../../reports/page-visitors.ts';
import { pages } from '../../reports/pages.ts';
import { people } from '../../reports/people.ts';
import { referrers } from '../../reports/referrers.ts';
import { retentionCohorts } from '../../reports/retention-cohorts.ts';
import { revenueSeries } from '../../reports/revenue-series.ts';
import { entryPages, exitPages } from '../../reports/session-ends.ts';
import { sessionList } from '../../reports/session-list.ts';
import { visitorProfile } from '../../reports/visitor-profile.ts';
import { visitorTimeline } from '../../reports/visitor-timeline.ts';

/** What each page of the dashboard asks for. A link that shows the page may ask these reports, and no others. */
const reportsOf: Readonly<Record<SharePage, readonly Report[]>> = {
  overview: [
    headline,
    direct,
    metricSeries,
    pages,
    entryPages,
    exitPages,
    pageVisitors,
    referrers,
    hostnames,
    countries,
    languages,
    devices,
    browsers,
    operatingSystems,
    goalConversions,
    attributedRevenue,
    currencies,
  ],
  // Its numbers come with the live stream.
  realtime: [],
  visitors: [people, visitorProfile, visitorTimeline, currencies],
  sessions: [headline, sessionList, visitorTimeline, currencies],
  funnels: [funnel, funnelSeries, pages, goalConversions, currencies],
  retention: [retentionCohorts, currencies],
  revenue: [attributedRevenue, revenueSeries, currencies],
  events: [eventsCatalog, goalMetadata, currencies],
  ai: [aiTraffic, aiSeries, aiSites, crawledPages, currencies],
};

export type ShownPart = { pages: readonly SharePage[]; hidesRevenue: boolean };

export function listSharedReports({ pages: shown, hidesRevenue }: ShownPart): ReadonlySet<Report> {
  const reports = new Set(shown.flatMap((page) => reportsOf[page]));
  if (hidesRevenue)
    for (const report of [attributedRevenue, revenueSeries, currencies]) reports.delete(report);
  return reports;
}
