/** Every report of the product. Adding one is adding its file and its line here. */
import { aiTraffic } from './ai-traffic.ts';
import { browsers } from './browsers.ts';
import { campaigns } from './campaigns.ts';
import { countries } from './countries.ts';
import type { Report } from './define-report.ts';
import { devices } from './devices.ts';
import { goalMetadata } from './goal-metadata.ts';
import { hostnames } from './hostnames.ts';
import { operatingSystems } from './operating-systems.ts';
import { overview } from './overview.ts';
import { pages } from './pages.ts';
import { realtime } from './realtime.ts';
import { realtimeMap } from './realtime-map.ts';
import { referrers } from './referrers.ts';
import { timeseries, timeseriesBreakdown } from './timeseries.ts';
import { trackingHealth } from './tracking-health.ts';
import { visitorHistory } from './visitor-history.ts';

export const catalogue: readonly Report[] = [
  pages,
  referrers,
  campaigns,
  hostnames,
  countries,
  devices,
  browsers,
  operatingSystems,
  timeseries,
  timeseriesBreakdown,
  realtime,
  realtimeMap,
  overview,
  visitorHistory,
  goalMetadata,
  aiTraffic,
  trackingHealth,
];

export const metricsNames: readonly string[] = catalogue.flatMap(({ name }) => name ?? []);

/** A hyphen may stand for the underscore. */
export function findMetricsReport(name: string): Report | undefined {
  const wanted = name.replaceAll('-', '_');
  return catalogue.find((report) => report.name === wanted);
}
